/**
 * A Bloom filter over texts: `has` is always right about members, and wrong about one in a hundred others. Thousands of
 * known names fit in a few kilobytes; a wrong answer only means that one look-alike is not reported.
 */
export class BloomFilter {
  constructor(
    private readonly bits: Uint8Array,
    private readonly hashes: number,
  ) {}

  has(text: string): boolean {
    const size = this.bits.length * 8;
    let [at, step] = hashPair(text);
    for (let round = 0; round < this.hashes; round++) {
      const bit = at % size;
      if (((this.bits[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
      at = (at + step) >>> 0;
      step = (step + round) >>> 0;
    }
    return true;
  }

  add(text: string): void {
    const size = this.bits.length * 8;
    let [at, step] = hashPair(text);
    for (let round = 0; round < this.hashes; round++) {
      const bit = at % size;
      this.bits[bit >>> 3] = (this.bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
      at = (at + step) >>> 0;
      step = (step + round) >>> 0;
    }
  }
}

/** Two independent 32-bit hashes in one pass: FNV-1a, and the same with another prime and offset. */
function hashPair(text: string): [number, number] {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
    b ^= b >>> 13;
  }
  return [a >>> 0, (b | 1) >>> 0];
}
