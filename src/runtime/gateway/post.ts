import { errorLine } from '../frames/answers.js';
import { codes, type Id } from '../frames/message.js';
import type { Exchange } from '../http/exchange.js';
import { EventAnswer } from './event-answer.js';
import { sendJson } from './refuse.js';

/** What a client takes as an answer. */
export interface Wish {
  json: boolean;
  events: boolean;
}

export interface PostOptions {
  /** Names it within its session. */
  key: string;
  exchange: Exchange;
  wish: Wish;
  /** Requests of the body. */
  ids: readonly Id[];
  isBatch: boolean;
  /** Headers of the answer. */
  headers(): Readonly<Record<string, string>>;
  /** Keeps an event that can be asked for again, and gives its id. Undefined: events have no ids. */
  keep: ((data: Buffer) => string) | undefined;
  /** An answer of events begins with an empty one, so that a client can come back before the first message. */
  isPrimed(): boolean;
  drained(): void;
  /** The client hung up before all was answered. */
  gone(): void;
}

const NOTHING = Buffer.alloc(0);

/** A POST and what is still to be said to it. It is answered by one JSON document, or by events where more than answers are to be told. */
export class Post {
  private readonly waiting: Set<Id>;
  private readonly answers: Buffer[] = [];
  private refusal: Buffer | undefined;
  private stream: EventAnswer | undefined;
  private isOver = false;
  private isGone = false;
  /** The client can never learn the answer. */
  private isLost = false;
  private hasCancelled = false;
  private readonly closed = () => this.hangUp();

  constructor(private readonly options: PostOptions) {
    this.waiting = new Set(options.ids);
    options.exchange.response.once('close', this.closed);
  }

  get key(): string {
    return this.options.key;
  }

  get open(): readonly Id[] {
    return [...this.waiting];
  }

  /** True while events can be told here. */
  get takesEvents(): boolean {
    return this.options.wish.events && !this.isOver && !this.isLost;
  }

  /** False once the client has hung up. */
  get isAwaited(): boolean {
    return !this.isGone;
  }

  get isFull(): boolean {
    return this.stream?.isFull === true;
  }

  answer(id: Id, data: Buffer): void {
    this.waiting.delete(id);
    if (this.isLost) return;
    if (this.stream || this.isGone) this.tell(data);
    else this.answers.push(data);
    this.settle();
  }

  /** A message that belongs to one of the requests. */
  notify(data: Buffer): void {
    this.events();
    this.tell(data);
  }

  /** The answer takes long: a client that takes events is shown that it is coming. */
  linger(): void {
    if (this.options.wish.events) this.events();
  }

  /** An error that names no request: the body was refused. */
  refuse(data: Buffer): void {
    this.refusal ??= data;
  }

  /** The client has cancelled a request, which may never be answered. */
  drop(id: Id): void {
    this.hasCancelled = this.waiting.delete(id) || this.hasCancelled;
    this.settle();
  }

  /** Answers what is open with an error. */
  fail(reason: string): void {
    for (const id of this.open) this.answer(id, trimmed(errorLine(id, codes.refused, reason)));
  }

  /** Gives the exchange back unanswered; false where something was said already. */
  release(): boolean {
    if (this.stream || this.isOver || this.isGone) return false;
    this.waiting.clear();
    this.over();
    return true;
  }

  /** Ends the answer where nothing is open any more. */
  settle(): void {
    if (this.waiting.size > 0 || this.isOver) return;
    this.over();
    if (this.isGone) return;
    if (this.stream) this.stream.end();
    else this.reply();
  }

  /** A client that lost its connection goes on here. */
  resume(stream: EventAnswer): void {
    this.isGone = false;
    this.stream = stream;
    if (this.isOver) stream.end();
  }

  private reply(): void {
    const { exchange, wish, headers, isBatch } = this.options;
    const { response } = exchange;
    const [first] = this.answers;
    if (first === undefined && this.refusal) sendJson(response, 400, this.refusal, headers());
    else if (first === undefined && this.hasCancelled && wish.events) new EventAnswer(response, headers(), this.options.drained).end();
    else if (first === undefined) response.writeHead(202, headers()).end();
    else if (wish.json)
      sendJson(response, 200, isBatch ? listOf(this.refusal ? [...this.answers, this.refusal] : this.answers) : first, headers());
    else {
      this.isOver = false;
      this.events();
      this.isOver = true;
      this.stream?.end();
    }
  }

  private events(): void {
    if (this.stream || this.isOver || this.isGone) return;
    const { exchange, headers, drained, isPrimed } = this.options;
    this.stream = new EventAnswer(exchange.response, headers(), drained);
    if (isPrimed()) this.tell(NOTHING);
    for (const data of this.answers.splice(0)) this.tell(data);
  }

  private tell(data: Buffer): void {
    const id = this.options.keep?.(data);
    this.stream?.send(data, id);
  }

  private hangUp(): void {
    if (this.isOver || this.isGone) return;
    this.isGone = true;
    // Nobody who got no event can ask for more.
    const canReturn = this.stream !== undefined && this.options.keep !== undefined;
    this.stream = undefined;
    this.isLost = !canReturn;
    this.options.gone();
  }

  private over(): void {
    this.isOver = true;
    this.options.exchange.response.off('close', this.closed);
  }
}

/** Lines are told without their line feed. */
function trimmed(line: Buffer): Buffer {
  return line.subarray(0, line.length - 1);
}

function listOf(answers: readonly Buffer[]): Buffer {
  return Buffer.from(`[${answers.map((one) => one.toString('utf8')).join(',')}]`);
}
