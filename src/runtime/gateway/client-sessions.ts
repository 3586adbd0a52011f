import type { Exchange, GatewayClient } from '../http/exchange.js';
import { SESSION_NOT_FOUND } from '../http/wire-names.js';
import { wishOf } from './incoming.js';
import { type HttpRefusal, refuse } from './refuse.js';
import type { UpstreamSession } from './upstream-session.js';

export interface ClientSessionLimits {
  /** Sessions of one client; the one that was idle longest makes room. */
  maxSessions: number;
  /** Milliseconds after which an idle session ends. */
  idleMs: number;
}

/** Sessions of all clients together, for each that one client may have. */
const CLIENTS = 16;
/** How long the server of a client that spoke a newer revision waits for an `initialize`. */
const SPARE_MS = 30_000;
const MOST_BETWEEN_SWEEPS_MS = 15_000;

/** The sessions of one upstream: whose they are, and how long they last. */
export class ClientSessions {
  private readonly sessions = new Map<string, UpstreamSession>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(private readonly limits: ClientSessionLimits) {
    this.sweeper = setInterval(() => this.sweep(), Math.min(MOST_BETWEEN_SWEEPS_MS, limits.idleMs / 2)).unref();
  }

  get size(): number {
    return this.sessions.size;
  }

  has(id: unknown): boolean {
    return typeof id === 'string' && this.sessions.has(id);
  }

  of(client: GatewayClient): UpstreamSession[] {
    return [...this.sessions.values()].filter((session) => session.client.id === client.id);
  }

  add(session: UpstreamSession): void {
    this.sessions.set(session.id, session);
  }

  delete({ id }: UpstreamSession): void {
    this.sessions.delete(id);
  }

  /** The session that a request names, if it is its client's. Answers the request otherwise. */
  named({ request, response, client }: Exchange): UpstreamSession | undefined {
    const { 'mcp-session-id': id, 'mcp-protocol-version': revision } = request.headers;
    if (typeof id !== 'string') return none(response, { status: 400, message: 'Mcp-Session-Id is missing' });
    const session = this.sessions.get(id);
    if (!session || session.standsAlone || session.isOver || session.client.id !== client.id)
      return none(response, { status: 404, code: SESSION_NOT_FOUND, message: 'there is no such session' });
    if (!session.speaks(typeof revision === 'string' ? revision : undefined))
      return none(response, { status: 400, message: 'MCP-Protocol-Version is not what this session agreed on' });
    return session;
  }

  /** A GET: the client listens. */
  listen(exchange: Exchange): void {
    const session = this.named(exchange);
    if (!session) return;
    const { accept, 'last-event-id': lastEvent } = exchange.request.headers;
    if (!wishOf(accept).events) refuse(exchange.response, { status: 406, message: 'a client that listens accepts text/event-stream' });
    else session.listen(exchange, typeof lastEvent === 'string' ? lastEvent : undefined);
  }

  /** A DELETE: the client ends its session. */
  async end(exchange: Exchange): Promise<void> {
    const session = this.named(exchange);
    if (!session) return;
    this.delete(session);
    await session.close('the client ended the session');
    exchange.response.writeHead(200).end();
  }

  /** False where there is no room for another session of the client; the request is answered then. */
  makeRoom({ client, response }: Exchange): boolean {
    const { maxSessions } = this.limits;
    const own = this.of(client);
    if (own.length < maxSessions && this.sessions.size < maxSessions * CLIENTS) return true;
    const [oldest] = own.filter((session) => session.isIdle).sort((a, b) => a.usedAt - b.usedAt);
    if (oldest) this.dismiss(oldest, 'a newer session of this client took its place');
    else refuse(response, { status: 429, message: 'this client has too many sessions', headers: { 'retry-after': '5' } });
    return oldest !== undefined;
  }

  async close(): Promise<void> {
    clearInterval(this.sweeper);
    await Promise.all([...this.sessions.values()].map((session) => session.close('the gateway ends')));
  }

  private sweep(): void {
    const now = Date.now();
    const { idleMs } = this.limits;
    for (const session of this.sessions.values()) {
      const most = session.isSpare ? Math.min(SPARE_MS, idleMs) : idleMs;
      if (session.isIdle && now - session.usedAt > most) this.dismiss(session, 'it was idle');
    }
  }

  private dismiss(session: UpstreamSession, reason: string): void {
    this.delete(session);
    void session.close(reason);
  }
}

function none(response: Exchange['response'], refusal: HttpRefusal): undefined {
  refuse(response, refusal);
  return undefined;
}
