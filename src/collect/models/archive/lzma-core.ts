import type { ByteInput } from './bit-input.js';
import { probabilities, RangeCoder } from './range-coder.js';

const PIECE = 64 * 1024;
/** Longest match. */
const SLACK = 273;
/** Limit for the declared size of a dictionary. */
const MAX_DICTIONARY = 64 * 1024 * 1024;

/** Lengths of matches: short, middle and long ones have trees of their own. */
class LengthCoder {
  private readonly choice = probabilities(2);
  private readonly low = probabilities(16 * 8);
  private readonly mid = probabilities(16 * 8);
  private readonly high = probabilities(256);

  decode(coder: RangeCoder, position: number): number {
    if (coder.bit(this.choice, 0) === 0) return coder.tree(this.low, 3, position << 3);
    if (coder.bit(this.choice, 1) === 0) return 8 + coder.tree(this.mid, 3, position << 3);
    return 16 + coder.tree(this.high, 8);
  }
}

/** Parameters of the coding: literal context bits, literal position bits, position bits. */
export interface LzmaParameters {
  lc: number;
  lp: number;
  pb: number;
}

/** Decodes the parameters from LZMA's single byte; undefined when it is out of range. */
export function parametersOf(byte: number): LzmaParameters | undefined {
  if (byte >= 225) return undefined;
  return { lc: byte % 9, lp: Math.floor(byte / 9) % 5, pb: Math.floor(byte / 45) };
}

/** The LZ and probability decoding that LZMA and LZMA2 share (LZMA specification, Igor Pavlov). */
export class LzmaCore {
  readonly coder: RangeCoder;
  /** The dictionary, followed by the output. */
  private window: Buffer;
  private at = 0;
  private sent = 0;
  private total = 0;
  private params: LzmaParameters = { lc: 3, lp: 0, pb: 2 };
  private state = 0;
  private reps = [0, 0, 0, 0];
  private isMatch = probabilities(192);
  private isRep = probabilities(12);
  private isRepG0 = probabilities(12);
  private isRepG1 = probabilities(12);
  private isRepG2 = probabilities(12);
  private isRep0Long = probabilities(192);
  private slots = probabilities(4 * 64);
  private special = probabilities(128);
  private align = probabilities(16);
  private lengths = new LengthCoder();
  private repLengths = new LengthCoder();
  private literals = probabilities(0x300);

  constructor(
    private readonly input: ByteInput,
    dictionary: number,
  ) {
    this.coder = new RangeCoder(input);
    this.window = Buffer.alloc(Math.max(4096, Math.min(dictionary, MAX_DICTIONARY)) + PIECE + SLACK);
  }

  get produced(): number {
    return this.total;
  }

  /** Bytes of output that fit before `take` must be called. */
  get room(): number {
    return this.window.length - SLACK - this.at;
  }

  /** Sets parameters and resets all probabilities. */
  reset(params: LzmaParameters): void {
    this.params = params;
    this.resetState();
  }

  resetState(): void {
    this.state = 0;
    this.reps = [0, 0, 0, 0];
    this.isMatch = probabilities(192);
    this.isRep = probabilities(12);
    this.isRepG0 = probabilities(12);
    this.isRepG1 = probabilities(12);
    this.isRepG2 = probabilities(12);
    this.isRep0Long = probabilities(192);
    this.slots = probabilities(256);
    this.special = probabilities(128);
    this.align = probabilities(16);
    this.lengths = new LengthCoder();
    this.repLengths = new LengthCoder();
    this.literals = probabilities(0x300 << (this.params.lc + this.params.lp));
  }

  /** Appends a byte that is stored uncompressed. */
  store(byte: number): void {
    this.window[this.at++] = byte;
    this.total++;
  }

  /** New output as a copy; older bytes are kept for distances. */
  take(): Buffer {
    const chunk = Buffer.from(this.window.subarray(this.sent, this.at));
    if (this.room < PIECE) {
      const from = Math.max(0, this.at - (this.window.length - PIECE - SLACK));
      this.window.copyWithin(0, from, this.at);
      this.at -= from;
    }
    this.sent = this.at;
    return chunk;
  }

  /**
   * Decodes until `count` bytes were produced or the room is used; `end` at an end mark, `fault` at a distance beyond
   * the data.
   */
  decode(count: number): 'more' | 'end' | 'fault' {
    const target = this.total + Math.min(count, this.room);
    while (this.total < target) {
      const position = this.total & ((1 << this.params.pb) - 1);
      if (this.coder.bit(this.isMatch, (this.state << 4) + position) === 0) this.literal();
      else {
        const outcome = this.match(position);
        if (outcome !== 'more') return outcome;
      }
      if (this.input.overrun > 8) return 'fault';
    }
    return 'more';
  }

  private literal(): void {
    const { lc, lp } = this.params;
    const previous = this.at > 0 ? (this.window[this.at - 1] ?? 0) : 0;
    const base = 0x300 * (((this.total & ((1 << lp) - 1)) << lc) + (previous >>> (8 - lc)));
    let symbol = 1;
    if (this.state >= 7) symbol = this.matchedLiteral(base);
    while (symbol < 0x100) symbol = (symbol << 1) | this.coder.bit(this.literals, base + symbol);
    this.store(symbol & 0xff);
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6;
  }

  /**
   * A literal after a match, coded with the byte that the match would have produced, from which it probably differs.
   */
  private matchedLiteral(base: number): number {
    let match = this.window[this.at - (this.reps[0] ?? 0) - 1] ?? 0;
    let symbol = 1;
    while (symbol < 0x100) {
      const expected = (match >>> 7) & 1;
      match <<= 1;
      const bit = this.coder.bit(this.literals, base + ((1 + expected) << 8) + symbol);
      symbol = (symbol << 1) | bit;
      if (expected !== bit) break;
    }
    return symbol;
  }

  private match(position: number): 'more' | 'end' | 'fault' {
    const { coder } = this;
    if (coder.bit(this.isRep, this.state) === 0) return this.newMatch(position);
    if (coder.bit(this.isRepG0, this.state) === 0) {
      if (coder.bit(this.isRep0Long, (this.state << 4) + position) === 0) {
        this.state = this.state < 7 ? 9 : 11;
        return this.copy(1);
      }
    } else this.rotate();
    const length = this.repLengths.decode(coder, position);
    this.state = this.state < 7 ? 8 : 11;
    return this.copy(length + 2);
  }

  /** Moves the chosen older distance to the front. */
  private rotate(): void {
    const far = this.coder.bit(this.isRepG1, this.state) === 0 ? 1 : 2 + this.coder.bit(this.isRepG2, this.state);
    const [distance = 0] = this.reps.splice(far, 1);
    this.reps.unshift(distance);
  }

  private newMatch(position: number): 'more' | 'end' | 'fault' {
    const length = this.lengths.decode(this.coder, position);
    this.state = this.state < 7 ? 7 : 10;
    const distance = this.distance(Math.min(length, 3));
    this.reps = [distance, this.reps[0] ?? 0, this.reps[1] ?? 0, this.reps[2] ?? 0];
    return distance === 0xffffffff ? 'end' : this.copy(length + 2);
  }

  private distance(context: number): number {
    const slot = this.coder.tree(this.slots, 6, context << 6);
    if (slot < 4) return slot;
    const bits = (slot >>> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + this.coder.reverseTree(this.special, bits, base - slot);
    return base + this.coder.direct(bits - 4) * 16 + this.coder.reverseTree(this.align, 4);
  }

  private copy(length: number): 'more' | 'fault' {
    const distance = (this.reps[0] ?? 0) + 1;
    if (distance > this.at) return 'fault';
    const { window } = this;
    for (let from = this.at - distance, left = length; left > 0; left--) window[this.at++] = window[from++] ?? 0;
    this.total += length;
    return 'more';
  }
}
