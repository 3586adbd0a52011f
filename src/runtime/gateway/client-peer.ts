import { isObject, type JsonObject, own } from '../../support/json.js';
import type { Line } from '../frames/line.js';
import { type Id, isId } from '../frames/message.js';
import type { Exchange } from '../http/exchange.js';
import type { Peer } from '../relay/peer.js';
import { EventAnswer } from './event-answer.js';
import type { Incoming } from './incoming.js';
import { Post } from './post.js';
import { refuse } from './refuse.js';
import { Replay } from './replay.js';

export interface ClientPeerOptions {
  /**
   * Headers of every answer. Undefined while requests stand alone (revision 2026-07-28): nothing is told but with a request, and a client
   * that hangs up has cancelled it.
   */
  headers(): Readonly<Record<string, string>> | undefined;
  isPrimed(): boolean;
  /** An answer to the client, before it is told. */
  answered(id: Id, message: JsonObject): void;
}

/** Posts of one session, and their bytes, that wait for a server that does not read. */
const MAX_QUEUE = 2_000;
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
/** Messages, and their bytes, that wait for a client to listen. */
const MAX_UNSENT = 256;
const MAX_UNSENT_BYTES = 1024 * 1024;

/** Milliseconds after which a client is shown, at the next look, that its answer is coming. */
const PATIENCE_MS = 7_000;

/** Posts that are delivered together. */
const MAX_TOGETHER = 64;

/** A POST on its way to the relay. */
interface Waiting {
  post: Post;
  line: Line;
  /** One message of good form, with an id of its own. */
  isPlain: boolean;
  cancels: readonly Id[];
}

/** Where messages go that belong to no POST. */
const OWN_STREAM = 's';

/** The client of one session, as its HTTP requests come in: what they carry goes to the relay, what the relay sends goes to whom it concerns. */
export class ClientPeer implements Peer {
  private to: Parameters<Peer['open']>[0] | undefined;
  private isPaused = false;
  private readonly queue: Waiting[] = [];
  private queuedBytes = 0;
  private isDue = false;
  /** Requests that were open at the last look. */
  private lingering: ReadonlySet<Id> = new Set();
  private readonly look = setInterval(() => this.showPatience(), PATIENCE_MS).unref();
  private current: Post | undefined;
  private readonly posts = new Map<string, Post>();
  private readonly asked = new Map<Id, { post: Post; token?: Id }>();
  /** Requests by the token that their progress is told with. */
  private readonly tokens = new Map<Id, Id>();
  private listener: EventAnswer | undefined;
  private readonly unsent: Buffer[] = [];
  private unsentBytes = 0;
  private readonly full = new Set<{ readonly isFull: boolean }>();
  private readonly replay = new Replay();
  private count = 0;

  constructor(private readonly options: ClientPeerOptions) {}

  open(take: Parameters<Peer['open']>[0]): void {
    this.to = take;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.flush();
  }

  get isFull(): boolean {
    for (const one of this.full) if (!one.isFull) this.full.delete(one);
    return this.full.size > 0;
  }

  /** True while nobody listens, and nobody waits for an answer. */
  get isIdle(): boolean {
    if (this.listener?.isOpen) return false;
    for (const { post } of this.asked.values()) if (post.isAwaited) return false;
    return true;
  }

  /** True where requests with these ids and tokens could be told from those that are open. */
  isFree({ ids, tokens }: Incoming): boolean {
    return ids.every((id) => !this.asked.has(id)) && tokens.every(({ token }) => !this.tokens.has(token));
  }

  /** Takes a POST. Undefined where too many wait; it is answered then. */
  post(exchange: Exchange, { line, message, ids, tokens, wish, isBatch, cancels }: Incoming): Post | undefined {
    if (this.queue.length >= MAX_QUEUE || this.queuedBytes > MAX_QUEUED_BYTES) {
      refuse(exchange.response, { status: 503, message: 'the server does not keep up', headers: { 'retry-after': '1' } });
      return undefined;
    }
    const key = `p${++this.count}`;
    // An id that is in use belongs to the request that has it.
    const own = ids.filter((id) => !this.asked.has(id));
    const { headers } = this.options;
    const post = new Post({
      key,
      exchange,
      wish,
      ids: own,
      isBatch,
      headers: () => headers() ?? {},
      keep: headers() && ((data) => this.replay.keep(key, data)),
      isPrimed: this.options.isPrimed,
      drained: () => this.to?.drained(),
      gone: () => this.gone(post),
    });
    for (const id of own) {
      const token = tokens.find((one) => one.id === id)?.token;
      this.asked.set(id, { post, ...(token !== undefined && { token }) });
      if (token !== undefined) this.tokens.set(token, id);
    }
    if (own.length > 0) this.posts.set(key, post);
    // A refusal that names no request belongs to who is delivered alone.
    const isPlain = message !== undefined && own.length === ids.length && cancels.length === 0;
    this.queue.push({ post, line, isPlain, cancels });
    this.queuedBytes += line.buffer.length;
    if (!this.isDue) setImmediate(() => this.flush());
    this.isDue = true;
    return post;
  }

  /** Opens the stream of what belongs to no request, or goes on with one that broke after the event `lastId`. */
  listen(exchange: Exchange, lastId: string | undefined): void {
    const missed = lastId === undefined ? undefined : this.replay.after(lastId);
    const stream = new EventAnswer(exchange.response, this.options.headers() ?? {}, () => this.to?.drained());
    for (const { id, data } of missed?.events ?? []) stream.send(data, id);
    if (missed && missed.stream !== OWN_STREAM) {
      const post = this.posts.get(missed.stream);
      if (post && post.open.length > 0) post.resume(stream);
      else stream.end();
      return;
    }
    // Who listens anew has lost the stream before.
    this.listener?.end();
    this.listener = stream;
    this.unsentBytes = 0;
    for (const data of this.unsent.splice(0)) this.tell(data);
  }

  send(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(10, from);
      const to = end === -1 ? bytes.length : end;
      const data = bytes.subarray(from, bytes[to - 1] === 13 ? to - 1 : to);
      if (data.length > 0) this.sendOne(data);
      from = to + 1;
    }
  }

  private sendOne(data: Buffer): void {
    const value: unknown = JSON.parse(data.toString('utf8'));
    if (Array.isArray(value)) for (const one of value) this.route(one, Buffer.from(JSON.stringify(one)));
    else this.route(value, data);
  }

  /** The relay is over: whoever waits is told why. */
  end(reason = 'the server has ended'): void {
    for (const { post } of this.asked.values()) post.fail(reason);
    this.asked.clear();
    this.tokens.clear();
    this.posts.clear();
    this.queue.length = 0;
    this.listener?.end();
    clearInterval(this.look);
  }

  /** The client is gone. */
  leave(): void {
    this.to?.ended();
  }

  /** Delivers what came in this turn: what is recorded and sent on together costs less. */
  private flush(): void {
    this.isDue = false;
    while (!this.isPaused) {
      const [first] = this.queue;
      if (!first) return;
      const end = first.isPlain ? this.queue.findIndex(({ isPlain }) => !isPlain) : 1;
      this.deliver(this.queue.splice(0, end === -1 ? MAX_TOGETHER : Math.min(end, MAX_TOGETHER)));
    }
  }

  private deliver(waiting: readonly Waiting[]): void {
    for (const { line } of waiting) this.queuedBytes -= line.buffer.length;
    this.current = waiting.length === 1 ? waiting[0]?.post : undefined;
    this.to?.frames(waiting.map(({ line }) => line));
    this.current = undefined;
    for (const { post, cancels } of waiting) {
      post.settle();
      for (const id of cancels) this.cancelled(id);
    }
  }

  private showPatience(): void {
    for (const id of this.lingering) this.asked.get(id)?.post.linger();
    this.lingering = new Set(this.asked.keys());
  }

  private cancelled(id: Id): void {
    const post = this.forget(id);
    if (post) this.tellPost(post, () => post.drop(id));
  }

  private route(value: unknown, data: Buffer): void {
    if (!isObject(value)) return;
    const id = own(value, 'id');
    if (own(value, 'method') === undefined && isId(id)) {
      const post = this.forget(id);
      this.options.answered(id, value);
      if (post) this.tellPost(post, () => post.answer(id, data));
      else this.current?.refuse(data);
    } else if (own(value, 'method') === undefined && this.current) this.current.refuse(data);
    else this.inform(value, data);
  }

  /** A request or notification of the server. */
  private inform(message: JsonObject, data: Buffer): void {
    const post = this.concerned(message);
    if (post?.takesEvents) this.tellPost(post, () => post.notify(data));
    else if (this.options.headers()) this.tell(data);
  }

  private concerned(message: JsonObject): Post | undefined {
    const params = own(message, 'params');
    const meta = isObject(params) ? own(params, '_meta') : undefined;
    const token = own(message, 'method') === 'notifications/progress' && isObject(params) ? own(params, 'progressToken') : undefined;
    const id = isId(token) ? this.tokens.get(token) : isObject(meta) ? own(meta, SUBSCRIPTION) : undefined;
    const post = isId(id) ? this.asked.get(id)?.post : undefined;
    // Without a stream of its own the message goes along with what is open.
    return post ?? (this.listener?.isOpen ? undefined : this.anyPost());
  }

  private anyPost(): Post | undefined {
    for (const { post } of this.asked.values()) if (post.takesEvents) return post;
    return undefined;
  }

  private tell(data: Buffer): void {
    if (!this.listener?.isOpen) {
      this.keepUnsent(data);
      return;
    }
    this.listener.send(data, this.replay.keep(OWN_STREAM, data));
    if (this.listener.isFull) this.full.add(this.listener);
  }

  private keepUnsent(data: Buffer): void {
    this.unsent.push(data);
    this.unsentBytes += data.length;
    while (this.unsent.length > MAX_UNSENT || this.unsentBytes > MAX_UNSENT_BYTES) this.unsentBytes -= this.unsent.shift()?.length ?? 0;
  }

  private tellPost(post: Post, work: () => void): void {
    work();
    if (post.isFull) this.full.add(post);
    if (post.open.length === 0) this.posts.delete(post.key);
  }

  private forget(id: Id): Post | undefined {
    const asked = this.asked.get(id);
    if (!asked) return undefined;
    this.asked.delete(id);
    if (asked.token !== undefined) this.tokens.delete(asked.token);
    return asked.post;
  }

  private gone(post: Post): void {
    if (this.options.headers()) return;
    for (const id of post.open) {
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'the client hung up' } };
      const buffer = Buffer.from(JSON.stringify(cancel));
      this.forget(id);
      this.to?.frames([{ buffer, from: 0, to: buffer.length }]);
    }
    this.to?.drained();
  }
}

/** Member of `_meta` that names the subscription that a notification belongs to (revision 2026-07-28). */
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
