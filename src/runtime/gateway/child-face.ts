import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerStart } from '../children/server-process.js';
import type { Exchange, GatewayClient, InspectorOf, UpstreamFace, UpstreamHealth } from '../http/exchange.js';
import { disagreement } from '../http/header-agreement.js';
import { HEADER_MISMATCH } from '../http/wire-names.js';
import { type ClientSessionLimits, ClientSessions } from './client-sessions.js';
import type { Incoming } from './incoming.js';
import { refuse } from './refuse.js';
import { begunAlready, postedFrame, serveExchange } from './serve-exchange.js';
import { StartBackOff } from './start-back-off.js';
import { startedServer } from './started-server.js';
import { UpstreamSession } from './upstream-session.js';

export interface ChildFaceOptions extends ClientSessionLimits {
  /** What the upstream is called. */
  name: string;
  start: ServerStart;
  inspectorOf: InspectorOf;
  /** Bytes of one frame. */
  maxBytes: number;
  say(line: string): void;
}

/** Starts for one `initialize`. */
const TRIES = 3;
/** First revision whose requests stand alone. */
const STATELESS = '2026-07-28';

/** A server that is started anew for every session of every client. */
export function childFace(options: ChildFaceOptions): UpstreamFace {
  return new ChildFace(options);
}

class ChildFace implements UpstreamFace {
  private readonly sessions: ClientSessions;
  private readonly opening = new Map<string, Promise<UpstreamSession | undefined>>();
  private readonly starts = new StartBackOff();
  private isClosed = false;

  constructor(private readonly options: ChildFaceOptions) {
    this.sessions = new ClientSessions(options);
  }

  serve(exchange: Exchange): Promise<void> {
    return serveExchange(exchange, () => this.dispatch(exchange), this.options.say);
  }

  health(): UpstreamHealth {
    const { reason, restarts } = this.starts;
    const sessions = this.sessions.size;
    const state = reason === undefined ? (sessions > 0 ? 'up' : 'idle') : 'down';
    return { state, ...(reason !== undefined && { reason }), sessions, restarts };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.sessions.close();
  }

  private async dispatch(exchange: Exchange): Promise<void> {
    const { method } = exchange.request;
    if (method === 'POST') return this.post(exchange);
    return method === 'GET' ? this.sessions.listen(exchange) : this.sessions.end(exchange);
  }

  private async post(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const incoming = postedFrame(exchange, this.options.maxBytes);
    if (!incoming) return;
    if (incoming.revision !== undefined && incoming.revision >= STATELESS) return this.alone(exchange, incoming);
    const { message } = incoming;
    const isHello = message?.kind === 'request' && message.method === 'initialize';
    if (isHello && request.headers['mcp-session-id'] === undefined) return this.initialize(exchange, incoming, message.id);
    if (isHello) return refuse(response, begunAlready(message.id));
    if (isStray(exchange, incoming)) return void response.writeHead(202).end();
    this.sessions.named(exchange)?.post(exchange, incoming);
  }

  private async initialize(exchange: Exchange, incoming: Incoming, id: string | number): Promise<void> {
    const { response, client } = exchange;
    for (let tries = 0; tries < TRIES; tries++) {
      if (!(await this.starts.turn(response))) break;
      if (response.destroyed) return;
      const session = this.spareOf(client) ?? (await this.start(exchange, false));
      if (!session) return;
      const isBegun = await session.begin(exchange, incoming, id);
      if (isBegun && session.wasRefused) await session.close('the server refused to begin');
      // What was said by a server that then ended cannot be taken back.
      if (isBegun || response.headersSent || response.destroyed) return;
      if (tries + 1 < TRIES) this.starts.again();
    }
    const { reason = 'it was not started', seconds } = this.starts;
    const message = `${this.options.name} is not available: ${reason}`;
    refuse(response, { status: 503, id, message, headers: { 'retry-after': String(seconds) } });
  }

  /** A request of a revision without sessions. Each client has servers of its own for them. */
  private async alone(exchange: Exchange, incoming: Incoming): Promise<void> {
    const { request, response, client } = exchange;
    const { message, revision } = incoming;
    if (message?.kind !== 'request') return void response.writeHead(202).end();
    const { id } = message;
    const mismatch = disagreement(request.headers, { ...message, revision }, { isServer: true });
    if (mismatch !== undefined) return refuse(response, { status: 400, code: HEADER_MISMATCH, id, message: mismatch });
    let session = this.freeFor(client, incoming);
    // Who asks while a server is being started waits for that one.
    for (let tries = 0; !session && tries < this.options.maxSessions; tries++) {
      if (!(await this.starts.turn(response))) {
        const message = `${this.options.name} is not available: ${this.starts.reason ?? 'it was not started'}`;
        return refuse(response, { status: 503, id, message, headers: { 'retry-after': String(this.starts.seconds) } });
      }
      const known = this.opening.get(client.id);
      const opened = known ?? this.start(exchange, true);
      if (!known)
        this.opening.set(
          client.id,
          opened.finally(() => this.opening.delete(client.id)).catch(() => undefined),
        );
      if (!(await opened) && !known) return;
      session = this.freeFor(client, incoming);
    }
    if (session) session.post(exchange, incoming);
    else refuse(response, { status: 503, id, message: 'too many requests have this id', headers: { 'retry-after': '1' } });
  }

  private freeFor(client: GatewayClient, incoming: Incoming): UpstreamSession | undefined {
    return this.sessions.of(client).find((session) => session.standsAlone && session.isFree(incoming));
  }

  private spareOf(client: GatewayClient): UpstreamSession | undefined {
    return this.sessions.of(client).find((session) => session.isSpare && session.isIdle && !session.isOver);
  }

  /** Undefined where there is no room; the request is answered then. */
  private async start(exchange: Exchange, isStateless: boolean): Promise<UpstreamSession | undefined> {
    const { client, response } = exchange;
    const { start, inspectorOf, maxBytes, say } = this.options;
    if (this.isClosed) {
      refuse(response, { status: 503, message: 'the gateway ends' });
      return undefined;
    }
    if (!this.sessions.makeRoom(exchange)) return undefined;
    const id = randomBytes(24).toString('base64url');
    const inspector = await inspectorOf({ id, client });
    const [onAlive, onEnd] = [() => this.starts.succeeded(), (ended: UpstreamSession) => this.ended(ended)];
    const server = startedServer(start, maxBytes);
    const session = new UpstreamSession({ id, client, server, inspector, maxBytes, isStateless, say, onAlive, onEnd });
    this.sessions.add(session);
    // The relay takes its inspector in a later turn.
    await wait(0);
    return session;
  }

  private ended(session: UpstreamSession): void {
    this.sessions.delete(session);
    if (!session.hasAnswered && !session.isDismissed) this.starts.failed(session.reason ?? 'ended');
  }
}

/** A notification of a client that knows no sessions belongs to no server. */
function isStray({ request }: Exchange, { message }: Incoming): boolean {
  const { 'mcp-session-id': id, 'mcp-protocol-version': revision } = request.headers;
  return id === undefined && typeof revision === 'string' && revision >= STATELESS && message?.kind === 'notification';
}
