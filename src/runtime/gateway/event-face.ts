import { randomBytes } from 'node:crypto';
import type { RemoteServer } from '../http/ask.js';
import { EventPeer } from '../http/event-peer.js';
import type { Exchange, InspectorOf, UpstreamFace, UpstreamHealth } from '../http/exchange.js';
import { whyNot } from '../http/way.js';
import { type ClientSessionLimits, ClientSessions } from './client-sessions.js';
import type { Incoming } from './incoming.js';
import { refuse } from './refuse.js';
import { begunAlready, postedFrame, serveExchange } from './serve-exchange.js';
import { UpstreamSession } from './upstream-session.js';

export interface EventFaceOptions extends ClientSessionLimits {
  server: RemoteServer;
  /** The client's own credential goes to the server. */
  passAuthorization: boolean;
  inspectorOf: InspectorOf;
  say(line: string): void;
}

/** A remote server of 2024-11-05: each session of each client has a stream of events of its own there. */
export class EventFace implements UpstreamFace {
  private readonly sessions: ClientSessions;
  private readonly peers = new WeakMap<UpstreamSession, EventPeer>();
  private reason: string | undefined;
  private isClosed = false;

  constructor(private readonly options: EventFaceOptions) {
    this.sessions = new ClientSessions(options);
  }

  /** True for requests of a session that was begun here. */
  knows({ request }: Exchange): boolean {
    return this.sessions.has(request.headers['mcp-session-id']);
  }

  /** Begins a session by an `initialize`. False where the server has no such stream; nothing is answered then. */
  async begin(exchange: Exchange): Promise<boolean> {
    const { response, request } = exchange;
    const peer = this.newPeer();
    if (this.options.passAuthorization) peer.authorize(request.headers.authorization);
    if (this.isClosed || !(await peer.connect())) return false;
    const incoming = postedFrame(exchange, this.options.server.maxBytes);
    const isWelcome = incoming !== undefined && !response.destroyed && this.sessions.makeRoom(exchange);
    const session = isWelcome ? await this.session(exchange, peer) : undefined;
    if (session && incoming?.message?.kind === 'request') await this.greet(session, exchange, incoming, incoming.message.id);
    else peer.end();
    return true;
  }

  serve(exchange: Exchange): Promise<void> {
    return serveExchange(exchange, () => this.dispatch(exchange), this.options.say);
  }

  health(): UpstreamHealth {
    const { reason } = this;
    const { size } = this.sessions;
    return {
      state: reason !== undefined ? 'down' : size > 0 ? 'up' : 'idle',
      ...(reason !== undefined && { reason }),
      sessions: size,
      restarts: 0,
    };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.sessions.close();
  }

  private async dispatch(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    if (request.method === 'GET') return this.sessions.listen(exchange);
    if (request.method === 'DELETE') return this.sessions.end(exchange);
    const incoming = postedFrame(exchange, this.options.server.maxBytes);
    if (!incoming) return;
    const { message } = incoming;
    if (message?.kind === 'request' && message.method === 'initialize') return refuse(response, begunAlready(message.id));
    const session = this.sessions.named(exchange);
    if (!session) return;
    if (this.options.passAuthorization) this.peers.get(session)?.authorize(request.headers.authorization);
    session.post(exchange, incoming);
  }

  private async greet(session: UpstreamSession, exchange: Exchange, incoming: Incoming, id: string | number): Promise<void> {
    const isBegun = await session.begin(exchange, incoming, id);
    if (session.wasRefused) await session.close('the server refused to begin');
    if (!isBegun) refuse(exchange.response, { status: 502, id, message: `the session could not begin: ${session.reason ?? ''}` });
  }

  private newPeer(): EventPeer {
    const { server, say } = this.options;
    return new EventPeer(server, {
      say,
      failed: (error) => {
        this.reason = whyNot(error);
      },
      reached: () => {
        this.reason = undefined;
      },
    });
  }

  private async session({ client }: Exchange, peer: EventPeer): Promise<UpstreamSession> {
    const { inspectorOf, server, say } = this.options;
    const id = randomBytes(24).toString('base64url');
    const session = new UpstreamSession({
      id,
      client,
      server: { peer, ended: peer.ended.then(() => 'the server has ended its stream'), stop: async () => peer.end() },
      inspector: await inspectorOf({ id, client }),
      maxBytes: server.maxBytes,
      isStateless: false,
      say,
      onAlive() {},
      onEnd: (ended) => this.sessions.delete(ended),
    });
    this.peers.set(session, peer);
    this.sessions.add(session);
    return session;
  }
}
