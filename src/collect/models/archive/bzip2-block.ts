import type { ByteInput } from './bit-input.js';

const GROUP = 50;
const MAX_LENGTH = 20;
const RUN_A = 0;
const RUN_B = 1;

/** A canonical Huffman code: for each length the limit of its codes and the position of its symbols. */
interface Code {
  limit: number[];
  base: number[];
  symbols: number[];
  shortest: number;
}

/**
 * Reads bits, most significant first, and reverses the steps of one bzip2 block: Huffman code, move-to-front, run
 * lengths, Burrows-Wheeler transform.
 */
export class BlockReader {
  private hold = 0;
  private bits = 0;

  constructor(private readonly input: ByteInput) {}

  /** At most 32 bits. */
  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; ) {
      if (this.bits === 0) {
        this.hold = this.input.next();
        this.bits = 8;
      }
      const take = Math.min(left, this.bits);
      this.bits -= take;
      value = value * 2 ** take + ((this.hold >>> this.bits) & ((1 << take) - 1));
      left -= take;
    }
    return value;
  }

  private bit(): number {
    if (this.bits === 0) {
      this.hold = this.input.next();
      this.bits = 8;
    }
    return (this.hold >>> --this.bits) & 1;
  }

  align(): void {
    this.bits = 0;
  }

  /** The plain bytes of a block whose mark was read; undefined when it is malformed. */
  block(size: number): Buffer | undefined {
    this.read(32);
    const randomised = this.read(1);
    const origin = this.read(24);
    const used = this.usedBytes();
    const groups = this.read(3);
    const selectors = this.selectors(groups);
    if (randomised !== 0 || groups < 2 || groups > 6 || used.length === 0 || selectors === undefined) return undefined;
    const codes = Array.from({ length: groups }, () => this.code(used.length + 2));
    const sorted = this.symbols({ size, used, selectors, codes });
    return sorted === undefined || origin >= sorted.length ? undefined : unrun(unsort(sorted, origin));
  }

  private usedBytes(): number[] {
    const ranges = this.read(16);
    const used: number[] = [];
    for (let range = 0; range < 16; range++) {
      const bits = (ranges & (0x8000 >> range)) === 0 ? 0 : this.read(16);
      for (let low = 0; low < 16; low++) if ((bits & (0x8000 >> low)) !== 0) used.push(range * 16 + low);
    }
    return used;
  }

  private selectors(groups: number): Uint8Array | undefined {
    const count = this.read(15);
    const order = Array.from({ length: groups }, (_, index) => index);
    const selectors = new Uint8Array(count);
    for (let at = 0; at < count; at++) {
      let place = 0;
      while (this.read(1) === 1) if (++place >= groups) return undefined;
      const [chosen = 0] = order.splice(place, 1);
      order.unshift(chosen);
      selectors[at] = chosen;
    }
    return selectors;
  }

  private code(count: number): Code {
    const lengths: number[] = [];
    let length = this.read(5);
    for (let symbol = 0; symbol < count; symbol++) {
      while (this.read(1) === 1 && this.input.overrun === 0) length += this.read(1) === 0 ? 1 : -1;
      lengths.push(Math.max(1, Math.min(MAX_LENGTH, length)));
    }
    return codeOf(lengths);
  }

  private symbols(block: { size: number; used: number[]; selectors: Uint8Array; codes: Code[] }): Uint8Array | undefined {
    const out = new Uint8Array(block.size);
    const front = [...block.used];
    const end = block.used.length + 1;
    let [at, run, weight] = [0, 0, 1];
    for (let count = 0; ; count++) {
      const code = block.codes[block.selectors[Math.floor(count / GROUP)] ?? 99];
      const symbol = code === undefined ? -1 : this.symbol(code);
      if (symbol < 0) return undefined;
      if (symbol === RUN_A || symbol === RUN_B) {
        run += weight << symbol;
        weight *= 2;
        if (run > block.size) return undefined;
        continue;
      }
      if (at + run >= block.size + (symbol === end ? 1 : 0)) return undefined;
      out.fill(front[0] ?? 0, at, at + run);
      at += run;
      [run, weight] = [0, 1];
      if (symbol === end) return out.subarray(0, at);
      const [byte = 0] = front.splice(symbol - 1, 1);
      front.unshift(byte);
      out[at++] = byte;
    }
  }

  private symbol({ limit, base, symbols, shortest }: Code): number {
    let code = this.read(shortest);
    for (let length = shortest; length <= MAX_LENGTH; length++) {
      if (code < (limit[length] ?? 0)) return symbols[code - (base[length] ?? 0)] ?? -1;
      code = code * 2 + this.bit();
    }
    return -1;
  }
}

function codeOf(lengths: readonly number[]): Code {
  const code: Code = { limit: [], base: [], symbols: [], shortest: Math.min(...lengths) };
  let next = 0;
  for (let length = 1; length <= MAX_LENGTH; length++) {
    const own = lengths.flatMap((value, symbol) => (value === length ? [symbol] : []));
    code.base[length] = next - code.symbols.length;
    code.symbols.push(...own);
    next += own.length;
    code.limit[length] = next;
    next *= 2;
  }
  return code;
}

/** Reverses the Burrows-Wheeler transform. */
function unsort(sorted: Uint8Array, origin: number): Uint8Array {
  const counts = new Uint32Array(257);
  for (const byte of sorted) counts[byte + 1] = (counts[byte + 1] ?? 0) + 1;
  for (let byte = 0; byte < 256; byte++) counts[byte + 1] = (counts[byte + 1] ?? 0) + (counts[byte] ?? 0);
  const follow = new Uint32Array(sorted.length);
  for (const [at, byte] of sorted.entries()) {
    const place = counts[byte] ?? 0;
    follow[place] = at;
    counts[byte] = place + 1;
  }
  const out = new Uint8Array(sorted.length);
  for (let at = 0, place = follow[origin] ?? 0; at < out.length; at++) {
    out[at] = sorted[place] ?? 0;
    place = follow[place] ?? 0;
  }
  return out;
}

/** Reverses the outer run-length coding: four equal bytes are followed by the number of further ones. */
function unrun(bytes: Uint8Array): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 0, equal = 0; at < bytes.length; at++) {
    equal = at > 0 && bytes[at] === bytes[at - 1] && equal > 0 ? equal + 1 : 1;
    if (equal < 4) continue;
    const more = bytes[at + 1] ?? 0;
    parts.push(Buffer.from(bytes.subarray(from, at + 1)), Buffer.alloc(more, bytes[at]));
    at++;
    from = at + 1;
    equal = 0;
  }
  parts.push(Buffer.from(bytes.subarray(from)));
  return Buffer.concat(parts);
}
