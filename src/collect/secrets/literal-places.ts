/** Bits of a hash: as many flags fill 32 KiB, which stay in a processor's nearest memory. */
const BITS = 18;
const SHIFT = 32 - BITS;
/** The golden ratio of 2^32 (Knuth, The Art of Computer Programming 3, 6.4). */
const FACTOR = 0x9e3779b1;
const THREE = 0xffffff;
/** Makes small letters of capitals. Of other bytes it may make others, which only lets more places through. */
const SMALL = 0x20202020;
/** Every byte, as its hash sees it. */
const ANY = Array.from({ length: 256 }, (_byte, code) => code).filter((code) => (code & SMALL) !== 0);

/**
 * Where one of many literals may begin. Every second place is looked at: the three bytes there, and then the fourth, must be those of a
 * literal that begins there or at a neighbour (the blocks of Wu and Manber, A fast algorithm for multi-pattern searching, 1994). Letters'
 * case is ignored.
 */
export class LiteralPlaces {
  /** By the hash of three bytes; of those after which any byte will do; and of four. */
  private readonly three = new Int32Array(1 << (BITS - 5));
  private readonly loose = new Int32Array(1 << (BITS - 5));
  private readonly four = new Int32Array(1 << (BITS - 5));

  /** @param literals lower-case ASCII of two bytes or more */
  constructor(literals: readonly string[]) {
    for (const literal of literals) {
      const [first = 0, second = 0, third, fourth, fifth] = Buffer.from(literal);
      this.allow([first, second, third, fourth]);
      // Where it begins between two places: the next of them, or, where too little of it is there, the one before.
      if (fourth === undefined) this.allow([undefined, first, second, third]);
      else this.allow([second, third, fourth, fifth]);
    }
  }

  /** Gives the first place from another one on that a literal begins at, or next to; the length where there is none. */
  in(bytes: Uint8Array): (from: number) => number {
    const offset = -bytes.byteOffset & 3;
    const whole = Math.max(0, bytes.length - offset) >> 2;
    // A view needs an address that four divides, even an empty one.
    const words = whole === 0 ? new Uint32Array() : new Uint32Array(bytes.buffer, bytes.byteOffset + offset, whole);
    return (from) => this.next(bytes, words, offset, from);
  }

  private next(bytes: Uint8Array, words: Uint32Array, offset: number, from: number): number {
    const { three } = this;
    let at = from;
    for (; at < offset || ((at - offset) & 3) !== 0; at++) if (this.isAllowed(bytes, at)) return at;
    let index = (at - offset) >> 2;
    const last = words.length - 1;
    for (let word = words[index] as number; index < last; index++) {
      const following = words[index + 1] as number;
      if (has(three, word & THREE) && this.isAllowedWord(word)) return offset + index * 4;
      const odd = (word >>> 16) | (following << 16);
      if (has(three, odd & THREE) && this.isAllowedWord(odd)) return offset + index * 4 + 2;
      word = following;
    }
    for (at = offset + index * 4; at < bytes.length; at++) if (this.isAllowed(bytes, at)) return at;
    return bytes.length;
  }

  private isAllowed(bytes: Uint8Array, at: number): boolean {
    return this.isAllowedWord(wordOf(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]));
  }

  private isAllowedWord(word: number): boolean {
    return has(this.four, word) || has(this.loose, word & THREE);
  }

  /** Four bytes, of which the last, the last two, the first, or both ends may be any. */
  private allow([first, second, third, fourth]: readonly (number | undefined)[]): void {
    for (const one of first === undefined ? ANY : [first])
      for (const other of third === undefined ? ANY : [third]) {
        const word = wordOf(one, second, other, fourth);
        set(this.three, word & THREE);
        if (fourth === undefined) set(this.loose, word & THREE);
        else set(this.four, word);
      }
  }
}

function wordOf(first = 0, second = 0, third = 0, fourth = 0): number {
  return first | (second << 8) | (third << 16) | (fourth << 24);
}

function has(flags: Int32Array, word: number): boolean {
  const hash = Math.imul(word | SMALL, FACTOR) >>> SHIFT;
  return (((flags[hash >>> 5] as number) >>> hash) & 1) !== 0;
}

function set(flags: Int32Array, word: number): void {
  const hash = Math.imul(word | SMALL, FACTOR) >>> SHIFT;
  flags[hash >>> 5] = (flags[hash >>> 5] as number) | (1 << hash);
}
