import { type ByteSource, findBytes } from '../contract/source.js';
import { ByteInput } from './bit-input.js';
import type { Decoder } from './decoder.js';
import { LzmaCore, parametersOf } from './lzma-core.js';

const MAGIC = Buffer.from('fd377a585a00', 'hex');
const HEADER = 12;
const LZMA2 = 0x21;
const CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];

/** LZMA2 chunks (xz file format 5.3.1): stored or coded, with resets of state, parameters and dictionary. */
export class Lzma2 implements Decoder {
  fault: string | undefined;
  private core: LzmaCore;
  private done = false;
  private coded = false;

  constructor(
    private readonly input: ByteInput,
    private readonly dictionary: number,
  ) {
    this.core = new LzmaCore(input, dictionary);
  }

  get consumed(): number {
    return this.input.offset;
  }

  next(): Buffer | undefined {
    if (this.done) return undefined;
    const control = this.input.next();
    if (control === 0 || this.input.overrun > 0) {
      this.done = true;
      if (this.input.overrun > 0) this.fault = 'xz data is cut off';
      return undefined;
    }
    if (control === 1 || control >= 0xe0) this.core = new LzmaCore(this.input, this.dictionary);
    return control < 0x80 ? this.stored(control) : this.chunk(control);
  }

  private stored(control: number): Buffer | undefined {
    if (control > 2) return this.fail('an LZMA2 chunk of no known kind');
    const size = this.input.next() * 256 + this.input.next() + 1;
    for (let left = size; left > 0 && this.input.overrun === 0; left--) this.core.store(this.input.next());
    if (this.input.overrun > 0) this.fail('xz data is cut off');
    return this.core.take();
  }

  private chunk(control: number): Buffer | undefined {
    const size = (control & 0x1f) * 65536 + this.input.next() * 256 + this.input.next() + 1;
    this.input.next();
    this.input.next();
    if (control >= 0xc0) {
      const parameters = parametersOf(this.input.next());
      if (parameters === undefined) return this.fail('lzma parameters out of range');
      this.core.reset(parameters);
      this.coded = true;
    } else if (control >= 0xa0) this.core.resetState();
    if (!this.coded) return this.fail('an LZMA2 chunk before its parameters');
    this.core.coder.start();
    return this.parts(size);
  }

  /** A chunk may be larger than the room left, so it is decoded in parts. */
  private parts(size: number): Buffer | undefined {
    const parts: Buffer[] = [];
    const target = this.core.produced + size;
    while (this.core.produced < target) {
      if (this.core.decode(target - this.core.produced) !== 'more') {
        this.fail('xz data is cut off or damaged');
        break;
      }
      parts.push(this.core.take());
    }
    parts.push(this.core.take());
    return Buffer.concat(parts);
  }

  private fail(reason: string): undefined {
    this.fault ??= reason;
    this.done = true;
    return undefined;
  }
}

/** xz streams, also several in a row; checks are not compared (xz file format 1.2). */
export class Xz implements Decoder {
  fault: string | undefined;
  private readonly input: ByteInput;
  private block: { body: Lzma2; start: number } | undefined;
  private checkBytes = 0;
  private open = false;

  constructor(private readonly source: ByteSource) {
    this.input = new ByteInput(source);
  }

  get consumed(): number {
    return this.input.offset;
  }

  next(): Buffer | undefined {
    for (;;) {
      if (this.block === undefined && !this.nextBlock()) return undefined;
      const chunk = this.block?.body.next();
      if (chunk !== undefined && chunk.length > 0) return chunk;
      if (this.block?.body.fault !== undefined) return this.fail(this.block.body.fault);
      this.endBlock();
    }
  }

  private endBlock(): void {
    const size = this.input.offset - (this.block?.start ?? 0);
    this.input.seek(this.input.offset + ((4 - (size % 4)) % 4) + this.checkBytes);
    this.block = undefined;
  }

  /** Reads the next block's header, or the next stream's when the index begins. */
  private nextBlock(): boolean {
    if (!this.open && !this.nextStream()) return false;
    const at = this.input.offset;
    const length = (this.input.next() + 1) * 4;
    if (length === 4) {
      this.open = false;
      return this.input.overrun === 0 ? this.nextBlock() : this.lack();
    }
    const header = this.source.read(at, length);
    const dictionary = header.length < length ? undefined : dictionaryOf(header);
    if (dictionary === undefined) return this.lack(header.length < length ? undefined : 'an xz block with filters that are not read');
    this.input.seek(at + length);
    this.block = { body: new Lzma2(this.input, dictionary), start: at + length };
    return true;
  }

  private nextStream(): boolean {
    const start = findBytes(this.source, MAGIC, this.input.offset);
    if (start < 0) return false;
    this.checkBytes = CHECK_BYTES[(this.source.read(start + 7, 1)[0] ?? 0) & 15] ?? 0;
    this.input.seek(start + HEADER);
    this.open = true;
    return true;
  }

  private lack(reason = 'xz data is cut off'): false {
    this.fault ??= reason;
    return false;
  }

  private fail(reason: string): undefined {
    this.fault ??= reason;
    return undefined;
  }
}

/** Dictionary size of a block whose only filter is LZMA2. */
function dictionaryOf(header: Buffer): number | undefined {
  const flags = header[1] ?? 0;
  let at = 2;
  for (const mask of [0x40, 0x80]) {
    if ((flags & mask) === 0) continue;
    while ((header[at] ?? 0) >= 0x80) at++;
    at++;
  }
  if ((flags & 3) !== 0 || header[at] !== LZMA2) return undefined;
  const bits = header[at + 2] ?? 41;
  return bits > 40 ? undefined : dictionarySize(bits);
}

/** Decodes LZMA2's single byte for the dictionary size. */
export function dictionarySize(bits: number): number {
  return bits === 40 ? 0xffffffff : (2 | (bits & 1)) * 2 ** (Math.floor(bits / 2) + 11);
}
