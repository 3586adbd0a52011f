import type { IncomingMessage } from 'node:http';
import { CastellanError } from '../../support/errors.js';
import type { Http, HttpResponse } from '../../system/http.js';
import { ask, drain, type Question, type RemoteServer } from './ask.js';
import type { Conversation } from './conversation.js';
import type { Exchange, InspectorOf, UpstreamFace, UpstreamHealth } from './exchange.js';
import { FaceExchange } from './face-exchange.js';
import { documentKind, signInDocument } from './metadata.js';
import { failureBody, send } from './reply.js';
import { requestHeaders } from './request-headers.js';
import { type BookLimits, SessionBook } from './session-book.js';
import { whyNot } from './way.js';

export interface RemoteFaceOptions extends Partial<BookLimits> {
  url: URL;
  /** What every request to the server carries, credentials included. They win over what a client sends. */
  headers: Readonly<Record<string, string>>;
  http: Http;
  inspectorOf: InspectorOf;
  /** Bytes of one frame. */
  maxBytes: number;
  /** The client's own credentials go to the server, and what the server says about signing in goes to the client. */
  passAuthorization?: boolean;
  /** The address at which clients reach this server: what they sign in for. */
  publicUrl?: URL;
  /** Takes over an `initialize` that the server refuses as one of 2024-11-05 does. False: it is none; nothing is answered then. */
  fallBack?(exchange: Exchange): Promise<boolean>;
  /** One line for whoever runs the gateway, without secrets. */
  say(line: string): void;
  /** Milliseconds that only grow. */
  clock?(): number;
}

const MAX_SESSIONS = 10_000;
const IDLE_MS = 30 * 60_000;
const SWEEP_MS = 60_000;
const FAREWELL_MS = 1_000;

/** A remote server as an upstream of the gateway: relays HTTP to HTTP, request by request. */
export function remoteFace(options: RemoteFaceOptions): UpstreamFace {
  return new RemoteFace(options);
}

class RemoteFace implements UpstreamFace {
  private readonly server: RemoteServer;
  private readonly sessions: SessionBook;
  private readonly running = new Set<AbortController>();
  private readonly farewells = new Set<Promise<void>>();
  private readonly timer: NodeJS.Timeout;
  private state: Pick<UpstreamHealth, 'state' | 'reason'> = { state: 'idle' };

  constructor(private readonly options: RemoteFaceOptions) {
    const { url, headers, http, maxBytes, inspectorOf, say } = options;
    this.server = { url, headers: requestHeaders(headers), http, maxBytes };
    this.sessions = new SessionBook({
      inspectorOf,
      stray: (reason) => say(`kept from the client: ${reason}`),
      clock: options.clock ?? (() => performance.now()),
      forgotten: (conversation) => this.farewell(conversation),
      maxSessions: options.maxSessions ?? MAX_SESSIONS,
      idleMs: options.idleMs ?? IDLE_MS,
    });
    this.timer = setInterval(() => this.sessions.sweep(), Math.min(SWEEP_MS, options.idleMs ?? IDLE_MS));
    this.timer.unref();
  }

  async serve(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const abort = new AbortController();
    const gone = () => abort.abort();
    this.running.add(abort);
    response.once('close', gone);
    // Whoever no longer reads is gone, which `close` says as well.
    response.on('error', gone);
    try {
      const kind = this.options.passAuthorization ? documentKind(pathOf(request)) : undefined;
      if (kind !== undefined) await this.document(exchange, kind);
      else await this.exchange(exchange, abort.signal).run();
    } catch (error) {
      if (!(error instanceof CastellanError)) this.options.say('a request could not be relayed');
      send(response, 502, {}, failureBody([], error instanceof CastellanError ? error.message : 'the request could not be relayed'));
    } finally {
      this.running.delete(abort);
      response.off('close', gone);
    }
  }

  health(): UpstreamHealth {
    return { ...this.state, sessions: this.sessions.size, restarts: 0 };
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.sessions.close();
    await Promise.all(this.farewells);
    for (const abort of this.running) abort.abort();
  }

  private exchange(exchange: Exchange, signal: AbortSignal): FaceExchange {
    const { passAuthorization = false, publicUrl, fallBack = () => Promise.resolve(false) } = this.options;
    return new FaceExchange(exchange, {
      ask: (question) => this.ask({ ...question, signal }),
      // What goes back to the server outlives the request in whose answer it asked.
      tell: (question) =>
        void this.ask(question).then(
          ({ body }) => drain(body),
          () => {},
        ),
      fallBack,
      sessions: this.sessions,
      maxBytes: this.server.maxBytes,
      passAuthorization,
      publicUrl,
    });
  }

  private async ask(question: Question): Promise<HttpResponse> {
    try {
      const response = await ask(this.server, question);
      const isDown = response.status >= 500;
      this.state = isDown ? { state: 'down', reason: `answers with status ${response.status}` } : { state: 'up' };
      return response;
    } catch (error) {
      if (!question.signal?.aborted) this.state = { state: 'down', reason: whyNot(error) };
      throw error;
    }
  }

  private async document({ request, response }: Exchange, kind: string): Promise<void> {
    const found = request.method === 'GET' ? await signInDocument(this.server, kind, this.options.publicUrl) : undefined;
    if (found) send(response, 200, { 'cache-control': 'no-store' }, Buffer.from(JSON.stringify(found)));
    else send(response, 404, {}, Buffer.from('{"error":"not_found"}'));
  }

  /** The server need not keep what nobody uses. Without the client's credentials it cannot be told where it wants them. */
  private farewell(conversation: Conversation): void {
    const { id, session } = conversation;
    if (id === undefined || this.options.passAuthorization) return;
    const headers = { 'mcp-session-id': id, ...(session.revision !== undefined && { 'mcp-protocol-version': session.revision }) };
    const said: Promise<void> = ask(this.server, { method: 'DELETE', headers, signal: AbortSignal.timeout(FAREWELL_MS) })
      .then(({ body }) => drain(body))
      .catch(() => {})
      .finally(() => this.farewells.delete(said));
    this.farewells.add(said);
  }
}

function pathOf({ url }: IncomingMessage): string {
  return (url ?? '/').split('?', 1)[0] ?? '/';
}
