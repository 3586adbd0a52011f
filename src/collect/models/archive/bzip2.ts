import type { ByteSource } from '../contract/source.js';
import { ByteInput } from './bit-input.js';
import { BlockReader } from './bzip2-block.js';
import type { Decoder } from './decoder.js';

const BLOCK_MAGIC = 0x314159265359;
const END_MAGIC = 0x177245385090;

/**
 * bzip2 streams, also several in a row; each piece is one block. Checksums are not compared, because a loader that
 * ignores them would run the bytes.
 */
export class Bzip2 implements Decoder {
  fault: string | undefined;
  private readonly bits: BlockReader;
  private readonly input: ByteInput;
  private blockSize = 0;

  constructor(source: ByteSource) {
    this.input = new ByteInput(source);
    this.bits = new BlockReader(this.input);
  }

  get consumed(): number {
    return this.input.offset;
  }

  next(): Buffer | undefined {
    if (this.blockSize === 0 && !this.header()) return undefined;
    const magic = this.bits.read(24) * 2 ** 24 + this.bits.read(24);
    if (magic === END_MAGIC) {
      this.bits.read(32);
      this.bits.align();
      this.blockSize = 0;
      return this.next();
    }
    if (magic !== BLOCK_MAGIC) return this.fail(this.input.overrun > 0 ? 'bzip2 data is cut off' : 'a bzip2 block without its mark');
    const plain = this.bits.block(this.blockSize);
    if (plain === undefined || this.input.overrun > 4) return this.fail('a bzip2 block that cannot be read');
    return plain.length === 0 ? this.next() : plain;
  }

  private header(): boolean {
    const magic = this.bits.read(24);
    const level = this.bits.read(8) - 0x30;
    if (magic !== 0x425a68 || level < 1 || level > 9) return false;
    this.blockSize = level * 100_000;
    return true;
  }

  private fail(reason: string): undefined {
    this.fault = reason;
    return undefined;
  }
}
