import { isObject, type JsonObject, own } from '../../support/json.js';
import { errorLine } from '../frames/answers.js';
import type { Line } from '../frames/line.js';
import { codes, type Id, isId } from '../frames/message.js';
import { parseFrame } from '../frames/parse-frame.js';
import type { Peer } from '../relay/peer.js';
import type { Outgoing } from './outgoing.js';

interface Waiting {
  out: Outgoing;
  over: Promise<void>;
  answered(): void;
}

/** What comes from a remote server, over however many streams: gives it to the relay, and knows which requests still wait for an answer. */
export class Inbox {
  private take: Parameters<Peer['open']>[0] | undefined;
  private opened: () => void = () => {};
  private readonly isOpened = new Promise<void>((resolve) => {
    this.opened = resolve;
  });
  private readonly waiting = new Map<Id, Waiting>();
  private flow = Promise.resolve();
  private release: (() => void) | undefined;

  constructor(
    private readonly maxBytes: number,
    /** Is told each result, before it goes on. */
    private readonly learn: (out: Outgoing, result: JsonObject) => void,
  ) {}

  open(take: Parameters<Peer['open']>[0]): void {
    this.take = take;
    this.opened();
  }

  drained(): void {
    this.take?.drained();
  }

  /** Streams wait at their next frame until `resume`. */
  pause(): void {
    if (this.release) return;
    this.flow = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  resume(): void {
    this.release?.();
    this.release = undefined;
  }

  /** Resolves once all requests of a frame are answered, or nobody waits for them any more. */
  expect(out: Outgoing): Promise<unknown> {
    return Promise.all(out.ids.map((id) => this.expectOne(id, out)));
  }

  private expectOne(id: Id, out: Outgoing): Promise<void> {
    const known = this.waiting.get(id);
    if (known?.out === out) return known.over;
    let answered = () => {};
    const over = new Promise<void>((resolve) => {
      answered = resolve;
    });
    this.waiting.set(id, { out, over, answered });
    return over;
  }

  /** The request that an id belongs to, while it waits. */
  waitingFor(id: Id): Outgoing | undefined {
    return this.waiting.get(id)?.out;
  }

  /** True while a request of the frame waits. */
  isWaiting(out: Outgoing): boolean {
    return out.ids.some((id) => this.waiting.get(id)?.out === out);
  }

  get isIdle(): boolean {
    return this.waiting.size === 0;
  }

  /** Nobody waits for the answer any more. */
  forget(id: Id): void {
    this.waiting.get(id)?.answered();
    this.waiting.delete(id);
  }

  /** Passes a frame on, once somebody takes it, then resolves when there may be more. */
  async frame(line: Line): Promise<void> {
    if (!this.take) await this.isOpened;
    const parsed = parseFrame(line, this.maxBytes);
    if (parsed === undefined) return;
    if ('value' in parsed) for (const message of [parsed.value].flat()) this.note(message);
    else for (const id of parsed.fault.ids) this.forget(id);
    line.parsed = parsed;
    this.take?.frames([line]);
    await this.flow;
  }

  /** Ends the requests of a frame that still wait with an error. */
  fail(out: Outgoing, reason: string, data?: object): void {
    for (const id of out.ids) if (this.waiting.get(id)?.out === out) this.failOne(id, reason, data);
  }

  failAll(reason: string): void {
    for (const id of [...this.waiting.keys()]) this.failOne(id, reason);
  }

  private failOne(id: Id, reason: string, data?: object): void {
    this.forget(id);
    const buffer = errorLine(id, codes.refused, reason, data);
    this.take?.frames([{ buffer, from: 0, to: buffer.length - 1 }]);
  }

  private note(message: unknown): void {
    if (!isObject(message) || own(message, 'method') !== undefined) return;
    const id = own(message, 'id');
    const asked = isId(id) ? this.waiting.get(id) : undefined;
    if (!isId(id) || !asked) return;
    const result = own(message, 'result');
    if (isObject(result)) this.learn(asked.out, result);
    this.forget(id);
  }
}
