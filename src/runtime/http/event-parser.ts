import type { Line } from '../frames/line.js';
import { FrameBuffer } from './frame-buffer.js';

/** One event of a stream. It has at least one of its members. */
export interface StreamEvent {
  /** Undefined: a message. */
  type?: string;
  /** What a reader that lost the stream asks for what follows with. */
  id?: string;
  /** Milliseconds to wait before a lost stream is asked for again. */
  retry?: number;
  /** Undefined for an event without data: one that only tells its id or the time to wait. */
  frame?: Line;
}

const [LINE_FEED, CARRIAGE_RETURN, COLON, SPACE] = [10, 13, 58, 32] as const;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NOTHING = Buffer.alloc(0);
const DATA_FIELD = Buffer.from('data:');
const ONE_LINE_FEED = Buffer.from('\n');

/** Bytes of a line that holds no data. Longer ones are not read. */
const MAX_FIELD = 8_192;
const MAX_RETRY_MS = 3_600_000;

/**
 * Reads events (WHATWG HTML, section 9.2) from bytes, however they are cut. Data above the limit is not kept, and lines that are no data are
 * kept up to a few thousand bytes, so memory stays bounded; whatever comes, the next event is read.
 */
export class EventParser {
  /** The begin of a line: as far as it takes to tell the field, and all of a field that is no data. */
  private head: Buffer = NOTHING;
  private kind: 'start' | 'data' | 'other' | 'too-long' = 'start';
  private afterReturn = false;
  private isFirst = true;
  private readonly data: FrameBuffer;
  private hasData = false;
  private event: Omit<StreamEvent, 'frame'> = {};

  constructor(maxBytes: number) {
    this.data = new FrameBuffer(maxBytes);
  }

  /** The events that end in this chunk, in order. */
  push(chunk: Buffer): StreamEvent[] {
    const events: StreamEvent[] = [];
    let from = 0;
    if (this.afterReturn && chunk.length > 0) {
      this.afterReturn = false;
      if (chunk[0] === LINE_FEED) from = 1;
    }
    let feed = chunk.indexOf(LINE_FEED, from);
    while (from < chunk.length) {
      if (feed !== -1 && feed < from) feed = chunk.indexOf(LINE_FEED, from);
      const end = endOfLine(chunk, from, feed);
      this.part(end === -1 ? chunk.subarray(from) : chunk.subarray(from, end));
      if (end === -1) {
        // Few bytes that are kept may not hold a whole chunk in memory.
        if (this.head.length > 0) this.head = Buffer.from(this.head);
        break;
      }
      const event = this.endLine();
      if (event) events.push(event);
      from = end + 1;
      if (chunk[end] !== CARRIAGE_RETURN) continue;
      if (from === chunk.length) this.afterReturn = true;
      else if (chunk[from] === LINE_FEED) from++;
    }
    return events;
  }

  private part(bytes: Buffer): void {
    if (this.kind === 'data') this.data.push(bytes);
    else if (this.kind !== 'too-long') this.lead(bytes);
  }

  /** Bytes of a line of which it is not known yet whether it is data, or which is none. */
  private lead(bytes: Buffer): void {
    this.head = this.head.length === 0 ? bytes : Buffer.concat([this.head, bytes.subarray(0, MAX_FIELD + 1)]);
    if (this.isFirst) this.skipMark();
    const value = this.kind === 'start' && !this.isFirst ? this.beginOfData() : undefined;
    if (value !== undefined) {
      this.beginData();
      this.kind = 'data';
      this.data.push(this.head.subarray(value));
      this.head = NOTHING;
    } else if (this.head.length > MAX_FIELD) {
      this.kind = 'too-long';
      this.head = NOTHING;
    }
  }

  /** A mark may stand before the first line. */
  private skipMark(): void {
    const { head } = this;
    const isPart = head.length < BYTE_ORDER_MARK.length && head.equals(BYTE_ORDER_MARK.subarray(0, head.length));
    if (isPart) return;
    this.isFirst = false;
    if (head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) this.head = head.subarray(BYTE_ORDER_MARK.length);
  }

  /** Where the data begins in a line that holds some; undefined where that cannot be told yet, or is not so. */
  private beginOfData(): number | undefined {
    const { head } = this;
    if (head.length >= 5 && head.compare(DATA_FIELD, 0, 5, 0, 5) !== 0) {
      this.kind = 'other';
      return undefined;
    }
    if (head.length < 6) return undefined;
    return head[5] === SPACE ? 6 : 5;
  }

  private beginData(): void {
    if (this.hasData) this.data.push(ONE_LINE_FEED);
    this.hasData = true;
  }

  private endLine(): StreamEvent | undefined {
    const { head, kind } = this;
    this.isFirst = false;
    this.head = NOTHING;
    this.kind = 'start';
    if (kind === 'data' || kind === 'too-long') return undefined;
    if (head.length === 0) return this.endEvent();
    const colon = head.indexOf(COLON);
    if (colon === 0) return undefined;
    const name = head.toString('latin1', 0, colon === -1 ? head.length : colon);
    const value = colon === -1 ? '' : head.toString('latin1', head[colon + 1] === SPACE ? colon + 2 : colon + 1);
    this.field(name, value);
    return undefined;
  }

  /** `value`: one character for each byte. */
  private field(name: string, value: string): void {
    if (name === 'data') this.beginData();
    else if (name === 'event') {
      if (value === '') delete this.event.type;
      else this.event.type = value;
    } else if (name === 'id' && !value.includes('\0')) this.event.id = value;
    else if (name === 'retry' && /^\d{1,15}$/.test(value)) this.event.retry = Math.min(Number(value), MAX_RETRY_MS);
  }

  private endEvent(): StreamEvent | undefined {
    const event: StreamEvent = this.event;
    if (this.hasData && !this.data.isEmpty) event.frame = this.data.take();
    this.hasData = false;
    this.event = {};
    return event.frame || event.id !== undefined || event.retry !== undefined ? event : undefined;
  }
}

/** `feed`: where the next line feed is. */
function endOfLine(chunk: Buffer, from: number, feed: number): number {
  const carriage = chunk.subarray(from, feed === -1 ? chunk.length : feed).indexOf(CARRIAGE_RETURN);
  return carriage === -1 ? feed : from + carriage;
}

const DATA = Buffer.from('data: ');
const END = Buffer.from('\n\n');

/** An event as bytes: its fields in one fixed form, the frame (one line) byte for byte. */
export function eventBytes({ id, retry }: Pick<StreamEvent, 'id' | 'retry'>, frame: Buffer | undefined): Buffer {
  const fields = `${id === undefined ? '' : `id: ${id}\n`}${retry === undefined ? '' : `retry: ${retry}\n`}`;
  const head = Buffer.from(fields, 'latin1');
  return Buffer.concat([head, DATA, frame ?? NOTHING, END]);
}
