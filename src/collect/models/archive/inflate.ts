import type { ByteSource } from '../contract/source.js';
import { ByteInput } from './bit-input.js';
import type { Decoder } from './decoder.js';

const HISTORY = 32 * 1024;
const PIECE = 64 * 1024;
const SLACK = 512;
const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * A prefix code as a table over the next `bits` bits: a symbol and the length of its code in one number; 0 where no
 * code matches.
 */
interface Table {
  bits: number;
  entries: Uint16Array;
}

type Block = { kind: 'stored'; left: number } | { kind: 'coded'; lengths: Table; distances: Table };

/**
 * Raw DEFLATE (RFC 1951), decoded piece by piece. Unlike zlib it reports where the stream ended and keeps the output
 * before a fault.
 */
export class Inflate implements Decoder {
  fault: string | undefined;
  private readonly input: ByteInput;
  private readonly out = Buffer.alloc(HISTORY + PIECE + SLACK);
  private at = 0;
  private sent = 0;
  private hold = 0;
  private bits = 0;
  private last = false;
  private block: Block | undefined;
  private done = false;

  constructor(
    source: ByteSource,
    private readonly start = 0,
  ) {
    this.input = new ByteInput(source, start);
  }

  /** Whole bytes read, without those still in the bit buffer. */
  get consumed(): number {
    return this.input.offset + this.input.overrun - this.start - (this.bits >>> 3);
  }

  next(): Buffer | undefined {
    const limit = HISTORY + PIECE;
    while (!this.done && this.at < limit) this.step(limit);
    const chunk = Buffer.from(this.out.subarray(this.sent, this.at));
    this.slide();
    return chunk.length === 0 ? undefined : chunk;
  }

  /** Keeps the last 32 KiB for distances. */
  private slide(): void {
    const from = Math.max(0, this.at - HISTORY);
    this.out.copyWithin(0, from, this.at);
    this.at -= from;
    this.sent = this.at;
  }

  private step(limit: number): void {
    if (this.block === undefined) this.openBlock();
    else if (this.block.kind === 'stored') this.copyStored(this.block, limit);
    else this.decodeCoded(this.block, limit);
    if (this.isCut()) this.fail('compressed data is cut off');
  }

  /** True once bits past the end were used, not only fetched. */
  private isCut(): boolean {
    return this.input.overrun * 8 > this.bits;
  }

  private openBlock(): void {
    if (this.last) {
      this.done = true;
      return;
    }
    this.last = this.read(1) === 1;
    const type = this.read(2);
    if (type === 0) this.openStored();
    else if (type === 1) this.block = { kind: 'coded', ...FIXED };
    else if (type === 2) this.openDynamic();
    else this.fail('a compressed block of no known type');
  }

  private openStored(): void {
    this.read(this.bits & 7);
    const left = this.read(16);
    if ((left ^ 0xffff) !== this.read(16)) this.fail('a stored block whose lengths disagree');
    else this.block = { kind: 'stored', left };
  }

  private copyStored(block: { left: number }, limit: number): void {
    while (block.left > 0 && this.at < limit && !this.isCut()) {
      this.out[this.at++] = this.read(8);
      block.left--;
    }
    if (block.left === 0) this.block = undefined;
  }

  private openDynamic(): void {
    const literals = this.read(5) + 257;
    const distances = this.read(5) + 1;
    const codes = this.read(4) + 4;
    const codeLengths = new Uint8Array(19);
    for (let index = 0; index < codes; index++) codeLengths[CODE_ORDER[index] ?? 0] = this.read(3);
    const lengths = this.readLengths(tableOf(codeLengths), literals + distances);
    if (lengths === undefined) return;
    this.block = { kind: 'coded', lengths: tableOf(lengths.subarray(0, literals)), distances: tableOf(lengths.subarray(literals)) };
  }

  private readLengths(codes: Table, count: number): Uint8Array | undefined {
    const lengths = new Uint8Array(count);
    for (let at = 0; at < count; ) {
      const symbol = this.symbol(codes);
      if (symbol < 0) return undefined;
      if (symbol < 16) lengths[at++] = symbol;
      else at = this.repeatLength(lengths, at, symbol);
    }
    return lengths;
  }

  private repeatLength(lengths: Uint8Array, at: number, symbol: number): number {
    const value = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
    const times = symbol === 16 ? 3 + this.read(2) : symbol === 17 ? 3 + this.read(3) : 11 + this.read(7);
    lengths.fill(value, at, at + times);
    return at + times;
  }

  private decodeCoded({ lengths, distances }: { lengths: Table; distances: Table }, limit: number): void {
    const { out } = this;
    while (this.at < limit) {
      const symbol = this.symbol(lengths);
      if (this.input.overrun > 0 && this.isCut()) return;
      if (symbol < 256) {
        if (symbol < 0) return;
        out[this.at++] = symbol;
      } else if (symbol === 256) {
        this.block = undefined;
        return;
      } else if (!this.copyMatch(symbol - 257, distances)) return;
    }
  }

  private copyMatch(code: number, distances: Table): boolean {
    let length = (LENGTH_BASE[code] ?? 0) + this.read(LENGTH_EXTRA[code] ?? 0);
    const symbol = this.symbol(distances);
    if (symbol < 0) return false;
    const extra = symbol < 2 ? 0 : (symbol >> 1) - 1;
    const distance = symbol < 2 ? symbol + 1 : ((2 + (symbol & 1)) << extra) + this.read(extra) + 1;
    if (distance > this.at || symbol > 29 || code > 28) return this.fail('a distance beyond the data');
    const { out } = this;
    for (let from = this.at - distance; length > 0; length--) out[this.at++] = out[from++] ?? 0;
    return true;
  }

  private symbol(table: Table): number {
    this.fill();
    const entry = table.entries[this.hold & ((1 << table.bits) - 1)] ?? 0;
    const length = entry & 15;
    if (length === 0) {
      this.fail('a code that is not in the table');
      return -1;
    }
    this.hold >>>= length;
    this.bits -= length;
    return entry >>> 4;
  }

  private read(count: number): number {
    this.fill();
    const value = this.hold & ((1 << count) - 1);
    this.hold >>>= count;
    this.bits -= count;
    return value;
  }

  private fill(): void {
    while (this.bits <= 24) {
      this.hold |= this.input.next() << this.bits;
      this.bits += 8;
    }
  }

  private fail(reason: string): false {
    this.fault ??= reason;
    this.done = true;
    return false;
  }
}

/** Table of a canonical prefix code. Codes are sent most significant bit first, so they are stored reversed. */
function tableOf(lengths: Uint8Array): Table {
  const bits = Math.max(1, ...lengths);
  const entries = new Uint16Array(1 << bits);
  let code = 0;
  for (let length = 1; length <= bits; length++) {
    for (const [symbol, own] of lengths.entries()) {
      if (own !== length) continue;
      for (let index = reversed(code, length); index < entries.length; index += 1 << length) entries[index] = (symbol << 4) | length;
      code++;
    }
    code <<= 1;
  }
  return { bits, entries };
}

function reversed(code: number, length: number): number {
  let value = 0;
  for (let bit = 0; bit < length; bit++) value |= ((code >>> bit) & 1) << (length - 1 - bit);
  return value;
}

const FIXED_LENGTHS = Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8));
const FIXED = { lengths: tableOf(FIXED_LENGTHS), distances: tableOf(new Uint8Array(30).fill(5)) };
