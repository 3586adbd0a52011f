import { CastellanError } from '../../support/errors.js';
import type { JsonObject } from '../../support/json.js';
import type { RemoteServer } from './ask.js';
import type { Inbox } from './inbox.js';
import type { Outgoing } from './outgoing.js';

/** A way to carry frames to a remote server. */
export interface Way {
  /** Sends a frame. Resolves when the next may follow, so that their order is kept. Never rejects. */
  dispatch(out: Outgoing): Promise<void>;
  /** A request of the client has this result. */
  learn(out: Outgoing, result: JsonObject): void;
  /** Ends all streams, and the session. */
  close(): Promise<void>;
}

export interface WayOptions {
  server: RemoteServer;
  inbox: Inbox;
  /** One line for the user, about what no request can be told. */
  say(line: string): void;
  /** Nobody has answered. */
  failed(error: unknown): void;
  /** The server has answered something. */
  reached(): void;
}

/** Why there is no answer, in a line without secrets. */
export function whyNot(error: unknown): string {
  return error instanceof CastellanError ? `the server cannot be reached: ${error.message}` : 'the connection to the server failed';
}
