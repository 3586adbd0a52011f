import type { ByteInput } from './bit-input.js';

const TOP = 2 ** 24;
const HALF = 1024;

/** Initial probabilities: each bit is 0 or 1 with equal probability. */
export function probabilities(count: number): Uint16Array {
  return new Uint16Array(count).fill(HALF);
}

/** LZMA's binary range decoder (LZMA specification, "Range Decoder"). */
export class RangeCoder {
  private range = 0xffffffff;
  private code = 0;

  constructor(private readonly input: ByteInput) {}

  /** Reads the five bytes that a coded part begins with. */
  start(): void {
    this.range = 0xffffffff;
    this.code = 0;
    this.input.next();
    for (let index = 0; index < 4; index++) this.code = ((this.code << 8) | this.input.next()) >>> 0;
  }

  bit(probs: Uint16Array, index: number): number {
    const prob = probs[index] ?? HALF;
    const bound = (this.range >>> 11) * prob;
    const one = this.code >= bound ? 1 : 0;
    if (one === 0) {
      this.range = bound;
      probs[index] = prob + ((2048 - prob) >>> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      probs[index] = prob - (prob >>> 5);
    }
    if (this.range < TOP) this.shift();
    return one;
  }

  /** A symbol of `bits` bits, most significant first, with a tree of probabilities from `offset`. */
  tree(probs: Uint16Array, bits: number, offset = 0): number {
    let node = 1;
    for (let left = bits; left > 0; left--) node = (node << 1) | this.bit(probs, offset + node);
    return node - (1 << bits);
  }

  /** Like `tree`, least significant bit first. */
  reverseTree(probs: Uint16Array, bits: number, offset = 0): number {
    let node = 1;
    let value = 0;
    for (let place = 0; place < bits; place++) {
      const bit = this.bit(probs, offset + node);
      node = (node << 1) | bit;
      value |= bit << place;
    }
    return value;
  }

  /** Bits that are coded without probabilities. */
  direct(bits: number): number {
    let value = 0;
    for (let left = bits; left > 0; left--) {
      this.range >>>= 1;
      const one = this.code >= this.range ? 1 : 0;
      if (one === 1) this.code -= this.range;
      value = value * 2 + one;
      if (this.range < TOP) this.shift();
    }
    return value;
  }

  private shift(): void {
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.input.next()) >>> 0;
  }
}
