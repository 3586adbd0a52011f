import { type Budget, LimitReached } from '../contract/budget.js';
import type { ByteSource } from '../contract/source.js';

/** Decompresses bytes piece by piece. Pieces decoded before a fault are kept. */
export interface Decoder {
  /** The next piece as a copy; undefined at the end or at a fault. */
  next(): Buffer | undefined;
  /** Why it ended before its end mark. */
  readonly fault: string | undefined;
  /** Number of input bytes read so far. */
  readonly consumed: number;
}

/** Makes a decoder at the start of its input; call it again to read a second time. */
export type DecoderMaker = () => Decoder;

/** The result of decoding to the end. */
export interface Decoded {
  source: ByteSource;
  fault: string | undefined;
  consumed: number;
  /** True when the output was more than 10 MiB and 500 times the input, where reading stops (CWE-409). */
  bomb: boolean;
}

const MIB = 1024 * 1024;
/** Limit of decoded bytes kept in memory; bytes beyond it are decoded again when they are read. */
const KEPT = 64 * MIB;
const WINDOW = 4 * MIB;
const BOMB_SIZE = 10 * MIB;
const BOMB_RATIO = 500;

/**
 * Decodes once to the end, to learn the size and any fault, and returns a source over the output that uses constant
 * memory.
 */
export function decodeAll(maker: DecoderMaker, budget: Budget): Decoded {
  const decoder = maker();
  const kept: Buffer[] = [];
  let size = 0;
  let bomb = false;
  for (let chunk = decoder.next(); chunk !== undefined && !bomb; chunk = decoder.next()) {
    budget.spendBytes(chunk.length);
    if (size < KEPT) kept.push(chunk);
    size += chunk.length;
    bomb = size > BOMB_SIZE && size > BOMB_RATIO * decoder.consumed;
  }
  return { source: new DecodedSource(kept, size, maker, budget), fault: decoder.fault, consumed: decoder.consumed, bomb };
}

class DecodedSource implements ByteSource {
  private readonly head: Buffer;
  private decoder: Decoder | undefined;
  private window: Buffer = Buffer.alloc(0);
  private windowStart = 0;

  constructor(
    kept: readonly Buffer[],
    readonly size: number,
    private readonly maker: DecoderMaker,
    private readonly budget: Budget,
  ) {
    this.head = Buffer.concat(kept);
  }

  read(offset: number, length: number): Buffer {
    this.budget.checkTime();
    const end = Math.min(offset + Math.max(0, length), this.size);
    if (end <= this.head.length) return this.head.subarray(offset, end);
    if (end - offset > KEPT) throw new LimitReached('bytes', 'a read of more than 64 MiB of decoded bytes');
    if (this.decoder === undefined || offset < this.windowStart) this.restart();
    while (this.windowStart + this.window.length < end && this.advance(offset)) this.budget.checkTime();
    return this.window.subarray(offset - this.windowStart, end - this.windowStart);
  }

  private restart(): void {
    this.decoder = this.maker();
    this.window = Buffer.alloc(0);
    this.windowStart = 0;
  }

  /** Decodes one more piece; bytes more than a window before `offset` are dropped. */
  private advance(offset: number): boolean {
    const chunk = this.decoder?.next();
    if (chunk === undefined) return false;
    const drop = Math.min(this.window.length, Math.max(0, offset - WINDOW - this.windowStart));
    this.window = Buffer.concat([this.window.subarray(drop), chunk]);
    this.windowStart += drop;
    return true;
  }
}
