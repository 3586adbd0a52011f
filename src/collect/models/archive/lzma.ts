import type { ByteSource } from '../contract/source.js';
import { ByteInput } from './bit-input.js';
import type { Decoder } from './decoder.js';
import { LzmaCore, parametersOf } from './lzma-core.js';

const HEADER = 13;
const PIECE = 64 * 1024;

/** Parameter byte, dictionary size and, if known, the size of the output. */
export interface LzmaHeader {
  parameters: number;
  dictionary: number;
  size: number | undefined;
}

/** Header of a `.lzma` file (LZMA_Alone): 13 bytes; undefined when they cannot be one. */
export function aloneHeader(source: ByteSource): LzmaHeader | undefined {
  const head = source.read(0, HEADER);
  if (head.length < HEADER || (head[0] ?? 255) >= 225) return undefined;
  const high = head.readUInt32LE(9);
  const unknown = high === 0xffffffff && head.readUInt32LE(5) === 0xffffffff;
  if (!unknown && high > 255) return undefined;
  return { parameters: head[0] ?? 0, dictionary: head.readUInt32LE(1), size: unknown ? undefined : high * 2 ** 32 + head.readUInt32LE(5) };
}

/** One LZMA stream: a `.lzma` file, a zip member or a 7z folder. */
export class Lzma implements Decoder {
  fault: string | undefined;
  private readonly input: ByteInput;
  private readonly core: LzmaCore;
  private readonly size: number;
  private done = false;

  constructor(
    source: ByteSource,
    header: LzmaHeader,
    private readonly start = HEADER,
  ) {
    this.input = new ByteInput(source, start);
    this.size = header.size ?? Number.POSITIVE_INFINITY;
    this.core = new LzmaCore(this.input, Math.min(header.dictionary, this.size));
    const parameters = parametersOf(header.parameters);
    if (parameters === undefined) this.fail('lzma parameters out of range');
    else {
      this.core.reset(parameters);
      this.core.coder.start();
    }
  }

  get consumed(): number {
    return this.input.offset - this.start;
  }

  next(): Buffer | undefined {
    if (!this.done) this.advance();
    const chunk = this.core.take();
    return chunk.length === 0 ? undefined : chunk;
  }

  private advance(): void {
    const outcome = this.core.decode(Math.min(PIECE, this.size - this.core.produced));
    if (outcome === 'fault') this.fail('lzma data is cut off or damaged');
    if (outcome === 'end' || this.core.produced >= this.size) this.done = true;
  }

  private fail(reason: string): void {
    this.fault ??= reason;
    this.done = true;
  }
}
