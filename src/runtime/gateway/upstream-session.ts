import { setTimeout as wait } from 'node:timers/promises';
import { isObject, own } from '../../support/json.js';
import { safeText } from '../../support/terminal.js';
import type { Id } from '../frames/message.js';
import type { Exchange, GatewayClient } from '../http/exchange.js';
import type { Inspector } from '../relay/inspector.js';
import type { Peer } from '../relay/peer.js';
import { Relay } from '../relay/relay.js';
import { hasBatches } from '../relay/session.js';
import { ClientPeer } from './client-peer.js';
import type { Incoming } from './incoming.js';
import type { Post } from './post.js';

/** What serves one session and no other. */
export interface SessionServer {
  peer: Peer;
  /** Resolves once it is gone, with the reason in one line. */
  ended: Promise<string>;
  /** Ends it in order. Safe to call twice. */
  stop(): Promise<void>;
}

export interface UpstreamSessionOptions {
  id: string;
  client: GatewayClient;
  server: SessionServer;
  inspector: Inspector;
  /** Bytes of one frame. */
  maxBytes: number;
  /** True: requests stand alone (revision 2026-07-28); no client is told the session's id. */
  isStateless: boolean;
  say(line: string): void;
  /** The server has answered for the first time. */
  onAlive(): void;
  /** The server is gone, and nobody waits any more. */
  onEnd(session: UpstreamSession): void;
}

/** For what a server that has ended said last. */
const LAST_WORDS_MS = 1_000;
/** Bytes shown of a line that is no message. */
const SHOWN = 500;
/** First revision whose clients know an empty event. */
const PRIMED = '2025-11-25';

/** One session of one client, with a server of its own. */
export class UpstreamSession {
  /** Milliseconds since 1970 of the last request or answer. */
  usedAt = Date.now();
  /** Whether the server has ever answered; one that has not is counted as one that cannot be started. */
  hasAnswered = false;
  /** It was ended by us. */
  isDismissed = false;
  /** Of a stateless session: the server knows only older revisions, and waits for an `initialize` that may still come. */
  isSpare = false;
  /** Why it is over. */
  reason: string | undefined;
  readonly ended: Promise<void>;
  private revision: string | undefined;
  private hello: { id: Id; isRefused: boolean } | undefined;
  private probe: Id | undefined;
  private opening: Post | undefined;
  private greeted: (isAnswered: boolean) => void = () => {};
  private isStateless: boolean;
  private readonly peer: ClientPeer;

  constructor(private readonly options: UpstreamSessionOptions) {
    this.isStateless = options.isStateless;
    this.peer = this.newPeer();
    const saidAll = new Promise<void>((resolve) => this.relay(resolve).start());
    this.ended = this.untilEnd(saidAll);
  }

  get id(): string {
    return this.options.id;
  }

  get client(): GatewayClient {
    return this.options.client;
  }

  get standsAlone(): boolean {
    return this.isStateless;
  }

  get isIdle(): boolean {
    return this.peer.isIdle;
  }

  get isOver(): boolean {
    return this.reason !== undefined;
  }

  /** False where a request says another revision than was agreed on. */
  speaks(revision: string | undefined): boolean {
    return revision === undefined || this.revision === undefined || revision === this.revision;
  }

  isFree(incoming: Incoming): boolean {
    return !this.isOver && !this.isSpare && this.peer.isFree(incoming);
  }

  post(exchange: Exchange, incoming: Incoming): Post | undefined {
    this.usedAt = Date.now();
    const { message } = incoming;
    if (message?.kind === 'request' && message.method === 'server/discover') this.probe = message.id;
    // What is refused as a whole asks nothing.
    const isRefused = incoming.isBatch && !hasBatches(this.revision);
    return this.peer.post(exchange, isRefused ? { ...incoming, ids: [], tokens: [], cancels: [] } : incoming);
  }

  /**
   * The client's `initialize`: from here on the session is the client's own. False where the server ended before it answered; the exchange
   * may then still have to be.
   */
  begin(exchange: Exchange, incoming: Incoming, id: Id): Promise<boolean> {
    this.isStateless = false;
    this.isSpare = false;
    this.hello = { id, isRefused: false };
    if (this.isOver) return Promise.resolve(false);
    const answered = new Promise<boolean>((resolve) => {
      this.greeted = resolve;
    });
    this.opening = this.post(exchange, incoming);
    return answered;
  }

  get wasRefused(): boolean {
    return this.hello?.isRefused === true;
  }

  listen(exchange: Exchange, lastEvent: string | undefined): void {
    this.usedAt = Date.now();
    this.peer.listen(exchange, lastEvent);
  }

  /** Ends the server in order. */
  async close(reason: string): Promise<void> {
    this.isDismissed = true;
    this.reason ??= reason;
    await this.options.server.stop();
    await this.ended;
  }

  private newPeer(): ClientPeer {
    return new ClientPeer({
      headers: () => (this.isStateless ? undefined : this.wasRefused ? {} : { 'mcp-session-id': this.options.id }),
      isPrimed: () => this.revision !== undefined && this.revision >= PRIMED,
      answered: (id, message) => this.heed(id, message),
    });
  }

  private heed(id: Id, message: object): void {
    this.usedAt = Date.now();
    if (!this.hasAnswered) this.options.onAlive();
    this.hasAnswered = true;
    const result = 'result' in message && isObject(message.result) ? message.result : undefined;
    if (id === this.hello?.id && this.revision === undefined) {
      const revision = result && own(result, 'protocolVersion');
      if (typeof revision === 'string') this.revision = revision;
      else this.hello.isRefused = true;
      this.opening = undefined;
      this.greeted(true);
    }
    if (id === this.probe) this.isSpare = result === undefined;
  }

  private relay(onEnd: () => void): Relay {
    const { inspector, server, maxBytes, say } = this.options;
    return new Relay({
      client: this.peer,
      server: server.peer,
      inspector: Promise.resolve(inspector),
      maxBytes,
      onStray: (line, reason) => say(`${safeText(line.toString('utf8', 0, SHOWN))} (kept from the client: ${reason})`),
      onEnd: (side) => {
        if (side === 'server') onEnd();
        void server.stop();
      },
    });
  }

  private async untilEnd(saidAll: Promise<void>): Promise<void> {
    const { server, onEnd, inspector } = this.options;
    const reason = await server.ended;
    await Promise.race([saidAll, wait(LAST_WORDS_MS, undefined, { ref: false })]);
    await server.stop();
    this.reason ??= reason;
    onEnd(this);
    this.opening?.release();
    this.peer.end(`the server has ended: ${this.reason}`);
    inspector.close();
    this.greeted(false);
  }
}
