import { setTimeout as wait } from 'node:timers/promises';
import { type JsonObject, own } from '../../support/json.js';
import type { HttpResponse } from '../../system/http.js';
import { isId } from '../frames/message.js';
import { ask, carrying, drain, EVENTS_TYPE, JSON_TYPE, mediaType } from './ask.js';
import { readEvents, type StreamPlace } from './event-reading.js';
import { bufferOf, FrameBuffer } from './frame-buffer.js';
import { type Outgoing, repeatingHeaders, ToolHeaders } from './outgoing.js';
import { isAnswerTo, mayBeOlder, readRefusal, refusalText } from './refusal-text.js';
import { type Way, type WayOptions, whyNot } from './way.js';

const LOST = 'the server has ended the session: it has to be initialized again';
const SESSION_ID = /^[\x21-\x7e]{1,4096}$/;

/** How often a lost stream is asked for in vain before the requests that wait for it end. */
const MAX_FAILURES = 5;
const [SHORTEST_WAIT_MS, FIRST_WAIT_MS, LONGEST_WAIT_MS] = [100, 500, 30_000] as const;
/** For the server to take `notifications/initialized`, before requests follow. */
const INITIALIZED_MS = 10_000;
const FAREWELL_MS = 1_000;

interface Session {
  id?: string;
  revision?: string;
  isLost?: boolean;
  /** Ends its stream for the server's own messages. */
  abort: AbortController;
}

/** Streamable HTTP: each frame is a POST, answered by JSON or by a stream of events (2025-03-26 and later). */
export class StreamableWay implements Way {
  private readonly open = new Map<Outgoing, AbortController>();
  private readonly tools = new ToolHeaders();
  private session: Session = { abort: new AbortController() };

  constructor(
    private readonly options: WayOptions,
    /** Takes over where the server refuses `initialize` as one that does not know this way. False: it does not know the other either. */
    private readonly fallBack: (hello: Outgoing) => Promise<boolean>,
  ) {}

  async dispatch(out: Outgoing): Promise<void> {
    const { inbox } = this.options;
    if (this.isCancelOfStateless(out)) return;
    const isHello = out.method === 'initialize';
    if (isHello) this.session = this.newSession();
    const answered = inbox.expect(out);
    if (this.session.isLost && out.revision === undefined) {
      inbox.fail(out, LOST);
      return;
    }
    let sent = () => {};
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const over = this.post(out, sent);
    if (isHello) await Promise.all([answered, Promise.race([over, answered])]);
    else if (out.method === 'notifications/initialized') await Promise.race([over, wait(INITIALIZED_MS, undefined, { ref: false })]);
    else await Promise.race([isSent, over]);
  }

  async close(): Promise<void> {
    for (const abort of this.open.values()) abort.abort();
    await this.farewell();
    this.session.abort.abort();
  }

  /** The answer to `initialize` says the revision, lists of tools which arguments are repeated in headers. */
  learn({ method }: Outgoing, result: JsonObject): void {
    const revision = own(result, 'protocolVersion');
    if (method === 'initialize' && typeof revision === 'string' && SESSION_ID.test(revision)) this.session.revision = revision;
    if (method === 'tools/list') this.tools.learn(result);
  }

  private newSession(): Session {
    this.session.abort.abort();
    return { abort: new AbortController() };
  }

  /** Requests without a session are cancelled by the end of their stream (2026-07-28). */
  private isCancelOfStateless({ method, params }: Outgoing): boolean {
    const id = method === 'notifications/cancelled' && params ? own(params, 'requestId') : undefined;
    if (!isId(id)) return false;
    const { inbox } = this.options;
    const cancelled = inbox.waitingFor(id);
    inbox.forget(id);
    if (cancelled?.revision === undefined) return false;
    this.open.get(cancelled)?.abort();
    return true;
  }

  private async post(out: Outgoing, sent: () => void): Promise<void> {
    const { server, inbox, say } = this.options;
    const abort = new AbortController();
    this.open.set(out, abort);
    const tell = (reason: string, data?: object) => {
      if (abort.signal.aborted) return;
      inbox.fail(out, reason, data);
      if (out.ids.length === 0) say(`${out.method ?? 'an answer'} did not reach the server: ${reason}`);
    };
    try {
      const carried = carrying(out.body, sent);
      const headers = { ...this.headersFor(out), ...carried.headers };
      const response = await ask(server, { ...carried, headers, signal: abort.signal });
      this.options.reached();
      const refused = await this.take(out, response, abort.signal);
      if (refused !== undefined) tell(refused.reason, refused.data);
    } catch (error) {
      this.options.failed(error);
      tell(whyNot(error));
    } finally {
      if (out.ids.length > 0) tell('the server has not answered');
      this.open.delete(out);
    }
  }

  private headersFor(out: Outgoing): Record<string, string> {
    const { id, revision } = this.session;
    const isFirst = out.method === 'initialize' || out.revision !== undefined;
    return {
      accept: `${JSON_TYPE}, ${EVENTS_TYPE}`,
      ...(id !== undefined && !isFirst && { 'mcp-session-id': id }),
      ...(revision !== undefined && !isFirst && { 'mcp-protocol-version': revision }),
      ...repeatingHeaders(out, this.tools),
    };
  }

  /** Reads what came back. Gives a reason where it is no answer. */
  private async take(out: Outgoing, response: HttpResponse, signal: AbortSignal): Promise<{ reason: string; data?: object } | undefined> {
    if (response.status < 200 || response.status > 299) return this.refused(out, response);
    if (out.method === 'initialize') this.begin(response.headers['mcp-session-id']);
    if (out.ids.length === 0) {
      if (out.method === 'notifications/initialized') void this.listen(this.session);
      await drain(response.body);
      return undefined;
    }
    const type = mediaType(response);
    if (type === EVENTS_TYPE) {
      await this.followToEnd(out, response, signal);
      return undefined;
    }
    if (type === JSON_TYPE) return this.json(response);
    await drain(response.body);
    return { reason: `the server answered with status ${response.status} and neither JSON nor events` };
  }

  private begin(id: string | undefined): void {
    if (id === undefined) return;
    if (SESSION_ID.test(id)) this.session.id = id;
    else this.options.say('the server gave a session an id that no header can carry: it is left out');
  }

  private async json({ body }: HttpResponse): Promise<{ reason: string } | undefined> {
    const { inbox, server } = this.options;
    const frame = new FrameBuffer(server.maxBytes);
    for await (const chunk of body) {
      frame.push(bufferOf(chunk));
      if (frame.isTooLong) return { reason: `the answer of the server is longer than ${server.maxBytes} bytes` };
    }
    await inbox.frame(frame.take());
    return undefined;
  }

  private async refused(out: Outgoing, response: HttpResponse): Promise<{ reason: string; data?: object } | undefined> {
    const refusal = await readRefusal(response);
    const { status, json } = refusal;
    if (json && isAnswerTo(refusal, out.ids)) {
      const buffer = Buffer.from(JSON.stringify(json.value));
      await this.options.inbox.frame({ buffer, from: 0, to: buffer.length });
      return undefined;
    }
    if (out.method === 'initialize' && mayBeOlder(refusal, out.ids) && (await this.fallBack(out))) return undefined;
    if (status === 404 && this.session.id !== undefined && out.revision === undefined) return { reason: this.lose(this.session) };
    return { reason: refusalText(refusal), data: { status } };
  }

  private lose(session: Session): string {
    session.isLost = true;
    session.abort.abort();
    if (session === this.session) this.options.inbox.failAll(LOST);
    return LOST;
  }

  /** The stream for what the server says without being asked. A server need not have one. */
  private async listen(session: Session): Promise<void> {
    const { signal } = session.abort;
    const place: StreamPlace = {};
    for (let failures = 0; !signal.aborted; failures++) {
      const came = await this.goOn(place, signal);
      if (came === 'refused') return;
      if (came === 'events') failures = 0;
      await pauseBefore(place, failures, signal);
    }
  }

  /** Reads a stream of events, and what follows it when it is lost, until all requests of the frame are answered. */
  private async followToEnd(out: Outgoing, first: HttpResponse, signal: AbortSignal): Promise<void> {
    const { inbox, server } = this.options;
    const place: StreamPlace = {};
    await readEvents(first, place, { inbox, maxBytes: server.maxBytes });
    for (let failures = 0; inbox.isWaiting(out) && place.lastId !== undefined && failures < MAX_FAILURES; failures++) {
      await pauseBefore(place, failures, signal);
      if (signal.aborted) return;
      const came = await this.goOn(place, signal);
      if (came === 'refused') return;
      if (came === 'events') failures = -1;
    }
  }

  /** Asks for what follows in a stream, and reads it until it is lost. */
  private async goOn(place: StreamPlace, signal: AbortSignal): Promise<'events' | 'nothing' | 'refused'> {
    const { inbox, server } = this.options;
    const response = await this.resume(place, signal).catch(() => undefined);
    if (!response) return 'nothing';
    const isEvents = response.status === 200 && mediaType(response) === EVENTS_TYPE;
    if (isEvents) return (await readEvents(response, place, { inbox, maxBytes: server.maxBytes })) ? 'events' : 'nothing';
    await drain(response.body);
    return mayPass(response) ? 'nothing' : 'refused';
  }

  private async resume({ lastId }: StreamPlace, signal: AbortSignal): Promise<HttpResponse> {
    const { id, revision } = this.session;
    const headers = {
      accept: EVENTS_TYPE,
      ...(id !== undefined && { 'mcp-session-id': id }),
      ...(revision !== undefined && { 'mcp-protocol-version': revision }),
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    };
    return ask(this.options.server, { method: 'GET', headers, signal });
  }

  private async farewell(): Promise<void> {
    const { id, revision, isLost } = this.session;
    if (id === undefined || isLost) return;
    const headers = { 'mcp-session-id': id, ...(revision !== undefined && { 'mcp-protocol-version': revision }) };
    try {
      const response = await ask(this.options.server, { method: 'DELETE', headers, signal: AbortSignal.timeout(FAREWELL_MS) });
      await drain(response.body);
    } catch {
      // The session ends without us.
    }
  }
}

/** Another try may get the stream. */
function mayPass({ status }: HttpResponse): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function pauseBefore({ retryMs }: StreamPlace, failures: number, signal: AbortSignal): Promise<unknown> {
  const ms = Math.max(retryMs ?? FIRST_WAIT_MS * 2 ** Math.min(failures, 10), SHORTEST_WAIT_MS);
  return wait(Math.min(ms, LONGEST_WAIT_MS), undefined, { ref: false, signal }).catch(() => {});
}
