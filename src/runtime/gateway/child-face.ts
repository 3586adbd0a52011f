import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe } from '../../support/errors.js';
import type { ServerStart } from '../children/server-process.js';
import { codes, type Fault } from '../frames/message.js';
import type { Exchange, GatewayClient, InspectorOf, UpstreamFace, UpstreamHealth } from '../http/exchange.js';
import { HEADER_MISMATCH, SESSION_NOT_FOUND } from '../http/wire-names.js';
import { ChildSession } from './child-session.js';
import { type Incoming, incomingOf, mismatchOf, wishOf } from './incoming.js';
import { type HttpRefusal, refuse } from './refuse.js';
import { StartBackOff } from './start-back-off.js';

export interface ChildFaceOptions {
  /** What the upstream is called. */
  name: string;
  start: ServerStart;
  inspectorOf: InspectorOf;
  /** Bytes of one frame. */
  maxBytes: number;
  /** Sessions of one client; the one that was idle longest makes room. */
  maxSessions: number;
  /** Milliseconds after which an idle session ends. */
  idleMs: number;
  say(line: string): void;
}

/** Starts for one `initialize`. */
const TRIES = 3;
/** Sessions of all clients together, for each that one client may have. */
const CLIENTS = 16;
/** How long the server of a client that spoke a newer revision waits for an `initialize`. */
const SPARE_MS = 30_000;
const MOST_BETWEEN_SWEEPS_MS = 15_000;
/** First revision whose requests stand alone. */
const STATELESS = '2026-07-28';

/** A server that is started anew for every session of every client. */
export function childFace(options: ChildFaceOptions): UpstreamFace {
  return new ChildFace(options);
}

class ChildFace implements UpstreamFace {
  private readonly sessions = new Map<string, ChildSession>();
  private readonly opening = new Map<string, Promise<ChildSession | undefined>>();
  private readonly starts = new StartBackOff();
  private readonly sweeper: NodeJS.Timeout;
  private isClosed = false;

  constructor(private readonly options: ChildFaceOptions) {
    this.sweeper = setInterval(() => this.sweep(), Math.min(MOST_BETWEEN_SWEEPS_MS, options.idleMs / 2)).unref();
  }

  async serve(exchange: Exchange): Promise<void> {
    const { response } = exchange;
    const closed = response.closed ? undefined : new Promise((resolve) => response.once('close', resolve));
    try {
      await this.dispatch(exchange);
    } catch (error) {
      this.options.say(`a request failed: ${describe(error)}`);
      refuse(response, { status: 500, message: 'the gateway failed' });
    }
    await closed;
  }

  health(): UpstreamHealth {
    const { reason, restarts } = this.starts;
    const sessions = this.sessions.size;
    const state = reason === undefined ? (sessions > 0 ? 'up' : 'idle') : 'down';
    return { state, ...(reason !== undefined && { reason }), sessions, restarts };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.sweeper);
    await Promise.all([...this.sessions.values()].map((session) => session.close('the gateway ends')));
  }

  private async dispatch(exchange: Exchange): Promise<void> {
    const { request, response, body } = exchange;
    if (request.method === 'POST') return this.post(exchange, body ?? Buffer.alloc(0));
    const session = this.sessionOf(exchange);
    if (!session) return;
    if (request.method === 'GET') {
      const { accept, 'last-event-id': lastEvent } = request.headers;
      if (!wishOf(accept).events) refuse(response, { status: 406, message: 'a client that listens accepts text/event-stream' });
      else session.listen(exchange, typeof lastEvent === 'string' ? lastEvent : undefined);
      return;
    }
    this.sessions.delete(session.id);
    await session.close('the client ended the session');
    response.writeHead(200).end();
  }

  private async post(exchange: Exchange, body: Buffer): Promise<void> {
    const { request, response } = exchange;
    const { accept } = request.headers;
    const wish = wishOf(accept);
    if (!wish.json && !wish.events)
      return refuse(response, { status: 406, message: 'a client accepts application/json or text/event-stream' });
    const incoming = incomingOf(body, accept, this.options.maxBytes);
    if ('reason' in incoming) return refuse(response, faulty(incoming));
    if (incoming.revision !== undefined && incoming.revision >= STATELESS) return this.alone(exchange, incoming);
    const { message } = incoming;
    const isHello = message?.kind === 'request' && message.method === 'initialize';
    if (isHello && request.headers['mcp-session-id'] === undefined) return this.initialize(exchange, incoming, message.id);
    if (isHello) return refuse(response, { status: 400, code: codes.invalidRequest, id: message.id, message: 'the session has begun' });
    if (isStray(exchange, incoming)) return void response.writeHead(202).end();
    this.sessionOf(exchange)?.post(exchange, incoming);
  }

  /** The session that a request names, if it is its client's. Answers the request otherwise. */
  private sessionOf({ request, response, client }: Exchange): ChildSession | undefined {
    const { 'mcp-session-id': id, 'mcp-protocol-version': revision } = request.headers;
    if (typeof id !== 'string') return none(response, { status: 400, message: 'Mcp-Session-Id is missing' });
    const session = this.sessions.get(id);
    if (!session || session.standsAlone || session.isOver || session.client.id !== client.id)
      return none(response, { status: 404, code: SESSION_NOT_FOUND, message: 'there is no such session' });
    if (!session.speaks(typeof revision === 'string' ? revision : undefined))
      return none(response, { status: 400, message: 'MCP-Protocol-Version is not what this session agreed on' });
    return session;
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
    const mismatch = mismatchOf(incoming, request.headers);
    const [id = null] = incoming.ids;
    if (mismatch !== undefined) return refuse(response, { status: 400, code: HEADER_MISMATCH, id, message: mismatch });
    if (id === null) return void response.writeHead(202).end();
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

  private freeFor(client: GatewayClient, incoming: Incoming): ChildSession | undefined {
    return this.of(client).find((session) => session.standsAlone && session.isFree(incoming));
  }

  private spareOf(client: GatewayClient): ChildSession | undefined {
    return this.of(client).find((session) => session.isSpare && session.isIdle && !session.isOver);
  }

  private of(client: GatewayClient): ChildSession[] {
    return [...this.sessions.values()].filter((session) => session.client.id === client.id);
  }

  /** Undefined where there is no room; the request is answered then. */
  private async start({ client, response }: Exchange, isStateless: boolean): Promise<ChildSession | undefined> {
    const { start, inspectorOf, maxBytes, say } = this.options;
    if (this.isClosed) return none(response, { status: 503, message: 'the gateway ends' });
    if (!this.makeRoom(client))
      return none(response, { status: 429, message: 'this client has too many sessions', headers: { 'retry-after': '5' } });
    const id = randomBytes(24).toString('base64url');
    const inspector = await inspectorOf({ id, client });
    const [onAlive, onEnd] = [() => this.starts.succeeded(), (ended: ChildSession) => this.ended(ended)];
    const session = new ChildSession({ id, client, start, inspector, maxBytes, isStateless, say, onAlive, onEnd });
    this.sessions.set(id, session);
    // The relay takes its inspector in a later turn.
    await wait(0);
    return session;
  }

  private makeRoom(client: GatewayClient): boolean {
    const { maxSessions } = this.options;
    const own = this.of(client);
    if (own.length < maxSessions && this.sessions.size < maxSessions * CLIENTS) return true;
    const [oldest] = own.filter((session) => session.isIdle).sort((a, b) => a.usedAt - b.usedAt);
    if (oldest) this.endSession(oldest, 'a newer session of this client took its place');
    return oldest !== undefined;
  }

  private ended(session: ChildSession): void {
    this.sessions.delete(session.id);
    if (!session.hasAnswered && !session.isDismissed) this.starts.failed(session.reason ?? 'ended');
  }

  private sweep(): void {
    const now = Date.now();
    for (const session of this.sessions.values()) {
      const most = session.isSpare ? Math.min(SPARE_MS, this.options.idleMs) : this.options.idleMs;
      if (session.isIdle && now - session.usedAt > most) this.endSession(session, 'it was idle');
    }
  }

  private endSession(session: ChildSession, reason: string): void {
    this.sessions.delete(session.id);
    void session.close(reason);
  }
}

/** A body that is no frame. */
function faulty({ code, reason, ids: [id, ...more] }: Fault): HttpRefusal {
  return { status: 400, code, id: code === codes.parseError || more.length > 0 ? null : (id ?? null), message: reason };
}

/** A notification of a client that knows no sessions belongs to no server. */
function isStray({ request }: Exchange, { message }: Incoming): boolean {
  const { 'mcp-session-id': id, 'mcp-protocol-version': revision } = request.headers;
  return id === undefined && typeof revision === 'string' && revision >= STATELESS && message?.kind === 'notification';
}

function none(response: Exchange['response'], refusal: HttpRefusal): undefined {
  refuse(response, refusal);
  return undefined;
}
