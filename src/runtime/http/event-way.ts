import { setTimeout as wait } from 'node:timers/promises';
import { type JsonObject, own } from '../../support/json.js';
import type { HttpResponse } from '../../system/http.js';
import { ask, carrying, drain, EVENTS_TYPE, mediaType } from './ask.js';
import type { StreamEvent } from './event-parser.js';
import { eventsOf, isMessage } from './event-reading.js';
import type { Outgoing } from './outgoing.js';
import { readRefusal, refusalText } from './refusal-text.js';
import { type Way, type WayOptions, whyNot } from './way.js';

/** For a stream to say where messages are posted to. */
const CONNECT_MS = 10_000;
const OVER = 'the server has ended its stream: the session has to be initialized again';

/** HTTP with server-sent events (2024-11-05): one stream brings all that the server says, and where messages are posted to. */
export class EventWay implements Way {
  private readonly abort = new AbortController();
  private readonly posts = new Set<AbortController>();
  private endpoint: URL | undefined;
  private revision: string | undefined;

  constructor(
    private readonly options: WayOptions,
    /** A stream that was open has ended. */
    private readonly over: () => void = () => {},
  ) {}

  /** Opens the stream. False where the server has none. */
  async connect(): Promise<boolean> {
    const { server, failed, reached } = this.options;
    const { signal } = this.abort;
    let response: HttpResponse;
    try {
      response = await ask(server, { method: 'GET', headers: { accept: EVENTS_TYPE }, signal });
    } catch (error) {
      failed(error);
      return false;
    }
    reached();
    if (response.status !== 200 || mediaType(response) !== EVENTS_TYPE) {
      await drain(response.body);
      return false;
    }
    let told = () => {};
    const isTold = new Promise<void>((resolve) => {
      told = resolve;
    });
    const over = this.read(response, told);
    await Promise.race([isTold, over, wait(CONNECT_MS, undefined, { ref: false })]);
    if (!this.endpoint) this.abort.abort();
    return this.endpoint !== undefined;
  }

  async dispatch(out: Outgoing): Promise<void> {
    const { inbox } = this.options;
    const answered = inbox.expect(out);
    if (out.method === 'initialize' && !this.endpoint && !this.abort.signal.aborted) await this.connect();
    if (!this.endpoint) {
      inbox.fail(out, OVER);
      return;
    }
    let sent = () => {};
    const isSent = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const over = this.post(out, this.endpoint, sent);
    await (out.method === 'initialize' ? answered : Promise.race([isSent, over]));
  }

  learn({ method }: Outgoing, result: JsonObject): void {
    const revision = own(result, 'protocolVersion');
    if (method === 'initialize' && typeof revision === 'string' && /^[\x21-\x7e]{1,100}$/.test(revision)) this.revision = revision;
  }

  async close(): Promise<void> {
    this.abort.abort();
    for (const post of this.posts) post.abort();
  }

  private async read(response: HttpResponse, told: () => void): Promise<void> {
    const { inbox, server } = this.options;
    try {
      for await (const event of eventsOf(response, server.maxBytes)) {
        if (event.type === 'endpoint') this.takeEndpoint(event, told);
        else if (event.frame && isMessage(event.type)) await inbox.frame(event.frame);
      }
    } catch {
      // It is lost: what follows is the same as where it has ended.
    }
    this.endpoint = undefined;
    inbox.failAll(OVER);
    this.over();
  }

  /** Credentials go nowhere but to the origin that they are for. */
  private takeEndpoint({ frame }: StreamEvent, told: () => void): void {
    const { server, say } = this.options;
    const text = frame?.buffer.toString('utf8', frame.from, frame.to) ?? '';
    const endpoint = URL.canParse(text, server.url.href) ? new URL(text, server.url) : undefined;
    if (this.endpoint) return;
    if (endpoint?.origin === server.url.origin) this.endpoint = endpoint;
    else say('the server wants messages posted to another origin, which is not done');
    told();
  }

  private async post(out: Outgoing, url: URL, sent: () => void): Promise<void> {
    const { server, inbox, say } = this.options;
    const abort = new AbortController();
    this.posts.add(abort);
    const tell = (reason: string) => {
      inbox.fail(out, reason);
      if (out.ids.length === 0 && !abort.signal.aborted) say(`${out.method ?? 'an answer'} did not reach the server: ${reason}`);
    };
    try {
      const carried = carrying(out.body, sent);
      const headers = { ...carried.headers, ...(this.revision !== undefined && { 'mcp-protocol-version': this.revision }) };
      const response = await ask(server, { ...carried, headers, url, signal: abort.signal });
      if (response.status >= 200 && response.status <= 299) await drain(response.body);
      else tell(refusalText(await readRefusal(response)));
    } catch (error) {
      tell(whyNot(error));
    } finally {
      this.posts.delete(abort);
    }
  }
}
