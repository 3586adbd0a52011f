import type { ByteSource } from '../contract/source.js';
import { ByteInput } from './bit-input.js';
import type { Decoder } from './decoder.js';

const HISTORY = 64 * 1024;
const MAX_BLOCK = 4 * 1024 * 1024;

/** LZ4 frames (LZ4 frame format 1.6.3); checksums are not compared. */
export class Lz4 implements Decoder {
  fault: string | undefined;
  private readonly input: ByteInput;
  private history: Buffer = Buffer.alloc(0);
  private flags = 0;
  private open = false;

  constructor(source: ByteSource) {
    this.input = new ByteInput(source);
  }

  get consumed(): number {
    return this.input.offset;
  }

  next(): Buffer | undefined {
    if (!this.open && !this.header()) return undefined;
    const word = this.u32();
    if (this.input.overrun > 0) return this.fail('lz4 data is cut off');
    const size = word & 0x7fffffff;
    if (size === 0) return this.endFrame();
    if (size > MAX_BLOCK) return this.fail('an lz4 block of more than 4 MiB');
    const block = this.takeAll(size);
    if ((this.flags & 0x10) !== 0) this.u32();
    const plain = word < 0 ? block : this.decode(block);
    if (plain === undefined) return undefined;
    this.history = Buffer.concat([this.history, plain]).subarray(-HISTORY);
    return plain;
  }

  private header(): boolean {
    const magic = this.u32();
    if (this.input.overrun > 0 || magic !== 0x184d2204) return false;
    this.flags = this.input.next();
    this.input.next();
    if ((this.flags & 8) !== 0) this.skip(8);
    if ((this.flags & 1) !== 0) this.skip(4);
    this.input.next();
    this.history = Buffer.alloc(0);
    this.open = true;
    return true;
  }

  private endFrame(): Buffer | undefined {
    if ((this.flags & 4) !== 0) this.u32();
    this.open = false;
    return this.next();
  }

  /** Decodes one block: literals and matches alternate, and the last sequence has no match. */
  private decode(block: Buffer): Buffer | undefined {
    const out = Buffer.alloc(HISTORY + MAX_BLOCK);
    const base = this.history.copy(out);
    let to = base;
    for (let at = 0; at < block.length; ) {
      const token = block[at++] ?? 0;
      const literals = runLength(block, at, token >>> 4);
      at = literals.at;
      if (to + literals.length > out.length || at + literals.length > block.length) return this.fail('an lz4 block that overruns');
      to += block.copy(out, to, at, at + literals.length);
      at += literals.length;
      if (at >= block.length) break;
      const distance = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8);
      const match = runLength(block, at + 2, token & 15);
      at = match.at;
      const length = match.length + 4;
      if (distance === 0 || distance > to || to + length > out.length) return this.fail('an lz4 match beyond the data');
      for (const end = to + length; to < end; to++) out[to] = out[to - distance] ?? 0;
    }
    return Buffer.from(out.subarray(base, to));
  }

  private takeAll(size: number): Buffer {
    const parts: Buffer[] = [];
    for (let left = size; left > 0; ) {
      const part = this.input.take(left);
      if (part.length === 0) break;
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  private skip(count: number): void {
    this.input.seek(this.input.offset + count);
  }

  private u32(): number {
    return this.input.next() | (this.input.next() << 8) | (this.input.next() << 16) | (this.input.next() << 24);
  }

  private fail(reason: string): undefined {
    this.fault = reason;
    return undefined;
  }
}

function runLength(block: Buffer, at: number, short: number): { length: number; at: number } {
  let length = short;
  for (let byte = 255; short === 15 && byte === 255 && at < block.length; ) {
    byte = block[at++] ?? 0;
    length += byte;
  }
  return { length, at };
}
