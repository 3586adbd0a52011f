import type { ByteSource } from '../contract/source.js';

const WINDOW = 256 * 1024;

/** Thrown when the bytes end within an opcode, or its argument is invalid. */
export class StreamFault extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'StreamFault';
  }
}

/**
 * Reads a source forward through a window. Lengths are compared with the bytes left before anything is read or skipped.
 */
export class Cursor {
  private window: Buffer = Buffer.alloc(0);
  /** Offset of the window's first byte. */
  private base = 0;
  /** Next byte within the window. */
  private at = 0;

  constructor(readonly source: ByteSource) {}

  get offset(): number {
    return this.base + this.at;
  }

  get left(): number {
    return this.source.size - this.offset;
  }

  seek(offset: number): void {
    const within = offset - this.base;
    if (within >= 0 && within <= this.window.length) this.at = within;
    else {
      this.window = Buffer.alloc(0);
      this.base = offset;
      this.at = 0;
    }
  }

  /** Next byte; -1 at the end. */
  next(): number {
    if (this.at < this.window.length) return this.window[this.at++] ?? -1;
    return this.refill(1) ? (this.window[this.at++] ?? -1) : -1;
  }

  u8(): number {
    this.need(1);
    return this.window[this.at++] ?? 0;
  }

  u16(): number {
    this.need(2);
    this.at += 2;
    return this.window.readUInt16LE(this.at - 2);
  }

  i32(): number {
    this.need(4);
    this.at += 4;
    return this.window.readInt32LE(this.at - 4);
  }

  u32(): number {
    this.need(4);
    this.at += 4;
    return this.window.readUInt32LE(this.at - 4);
  }

  /** Exact up to 2^53; larger values exceed any file. */
  u64(): number {
    const low = this.u32();
    return low + this.u32() * 2 ** 32;
  }

  skip(count: number): void {
    if (count < 0) throw new StreamFault('a negative length');
    if (count > this.left) throw new StreamFault(`ends within a value of ${count} bytes`);
    this.seek(this.offset + count);
  }

  /** Moves after the next line feed; returns the length of the line without it. */
  skipLine(): number {
    const start = this.offset;
    for (;;) {
      const found = this.window.indexOf(10, this.at);
      if (found >= 0) {
        this.at = found + 1;
        return this.base + found - start;
      }
      this.base += this.window.length;
      this.at = 0;
      this.window = this.source.read(this.base, WINDOW);
      if (this.window.length === 0) throw new StreamFault('ends within a line');
    }
  }

  /** Bytes at any offset, without moving. */
  peek(offset: number, length: number): Buffer {
    const within = offset - this.base;
    if (within >= 0 && within + length <= this.window.length) return this.window.subarray(within, within + length);
    return this.source.read(offset, length);
  }

  private need(count: number): void {
    if (this.at + count > this.window.length && !this.refill(count)) throw new StreamFault('ends within an opcode');
  }

  private refill(count: number): boolean {
    this.base += this.at;
    this.at = 0;
    this.window = this.source.read(this.base, WINDOW);
    return this.window.length >= count;
  }
}
