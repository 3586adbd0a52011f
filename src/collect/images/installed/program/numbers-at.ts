import type { ByteSource } from '../../../models/contract/source.js';

const PAGE = 64 * 1024;

/** Numbers at any place of a file, as of a DataView, with one page of the file in memory. Throws RangeError outside of the file. */
export class NumbersAt {
  private page: Buffer = Buffer.alloc(0);
  private from = 0;

  constructor(private readonly source: ByteSource) {}

  get size(): number {
    return this.source.size;
  }

  getUint8(at: number): number {
    return this.bytes(at, 1).readUInt8();
  }

  getUint16(at: number, little = false): number {
    const bytes = this.bytes(at, 2);
    return little ? bytes.readUInt16LE() : bytes.readUInt16BE();
  }

  getUint32(at: number, little = false): number {
    const bytes = this.bytes(at, 4);
    return little ? bytes.readUInt32LE() : bytes.readUInt32BE();
  }

  getBigUint64(at: number, little = false): bigint {
    const bytes = this.bytes(at, 8);
    return little ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE();
  }

  private bytes(at: number, length: number): Buffer {
    if (!(at >= 0) || at + length > this.source.size) throw new RangeError('outside of the file');
    if (at < this.from || at + length > this.from + this.page.length) {
      this.from = at;
      this.page = this.source.read(at, PAGE);
    }
    return this.page.subarray(at - this.from, at - this.from + length);
  }
}
