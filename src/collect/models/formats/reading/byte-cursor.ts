import type { ByteSource } from '../../contract/source.js';

/**
 * Thrown by the readers of this folder when bytes do not follow their format. It becomes an `unread` reason, never a
 * crash.
 */
export class Malformed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Malformed';
  }
}

const PAGE = 64 * 1024;

/** Longest text that a reader takes at once; longer ones are cut, and callers that need the whole text report it. */
export const LONGEST_TEXT = 16 * 1024 * 1024;

/**
 * Reads numbers and texts in order, through one page of memory. Every length is compared with the bytes that are left
 * before it is used.
 */
export class ByteCursor {
  private page: Buffer = Buffer.alloc(0);
  private pageStart = 0;
  /** Number of bytes to read ahead: few at first, because many readers want only a header. */
  private ahead = 256;

  constructor(
    readonly source: ByteSource,
    public at = 0,
    readonly end = source.size,
    public littleEndian = true,
  ) {}

  get left(): number {
    return this.end - this.at;
  }

  /** Moves on without reading; throws at the end of the range. */
  skip(length: number): void {
    this.need(length);
    this.at += length;
  }

  /** Returns a view where the page holds the bytes. */
  bytes(length: number): Buffer {
    this.need(length);
    const found = this.peek(length);
    this.at += length;
    return found;
  }

  u8(): number {
    return this.bytes(1).readUInt8(0);
  }

  u16(): number {
    const found = this.bytes(2);
    return this.littleEndian ? found.readUInt16LE(0) : found.readUInt16BE(0);
  }

  u32(): number {
    const found = this.bytes(4);
    return this.littleEndian ? found.readUInt32LE(0) : found.readUInt32BE(0);
  }

  i32(): number {
    return this.u32() | 0;
  }

  u64(): bigint {
    const found = this.bytes(8);
    return this.littleEndian ? found.readBigUInt64LE(0) : found.readBigUInt64BE(0);
  }

  /** A 64-bit length or offset; throws for one that a double cannot represent, which is beyond any file. */
  size64(what: string): number {
    const value = this.u64();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Malformed(`${what} of ${value} is beyond the file`);
    return Number(value);
  }

  text(length: number): string {
    this.need(length);
    const kept = Math.min(length, LONGEST_TEXT);
    const found = this.bytes(kept).toString('utf8');
    this.skip(length - kept);
    return found;
  }

  private peek(length: number): Buffer {
    const from = this.at - this.pageStart;
    if (from >= 0 && from + length <= this.page.length) return this.page.subarray(from, from + length);
    this.page = this.source.read(this.at, Math.max(length, Math.min(this.ahead, this.left)));
    this.ahead = Math.min(PAGE, this.ahead * 2);
    this.pageStart = this.at;
    if (this.page.length < length) throw new Malformed('ends too early');
    return this.page.subarray(0, length);
  }

  private need(length: number): void {
    if (length < 0 || length > this.left) throw new Malformed(`ends too early: ${length} bytes wanted, ${Math.max(0, this.left)} left`);
  }
}
