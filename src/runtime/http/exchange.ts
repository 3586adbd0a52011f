import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Inspector } from '../relay/inspector.js';

/** Who signed in at the gateway. */
export interface GatewayClient {
  /** Same for all requests of one client; sessions are bound to it. Never a credential. */
  id: string;
  /** How logs and policies call it. */
  name: string;
}

/** One HTTP request for one upstream. The listener has admitted it: host, origin, sign-in and quota are checked by then. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Of a POST, whole and within the limit of a frame. */
  body: Buffer | undefined;
  client: GatewayClient;
}

export interface UpstreamHealth {
  state: 'idle' | 'up' | 'down';
  /** Why it is down: one line without secrets. */
  reason?: string;
  sessions: number;
  restarts: number;
}

/** One upstream as the listener sees it. */
export interface UpstreamFace {
  /** Answers the exchange, at the latest when its client or the upstream is gone. Neither throws nor rejects. */
  serve(exchange: Exchange): Promise<void>;
  health(): UpstreamHealth;
  /** Ends all sessions in order. */
  close(): Promise<void>;
}

/** Gives each session what judges its messages. */
export type InspectorOf = (session: { id: string; client: GatewayClient }) => Promise<Inspector>;
