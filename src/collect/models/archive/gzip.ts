import type { ByteSource } from '../contract/source.js';
import type { Decoder } from './decoder.js';
import { Inflate } from './inflate.js';

const TRAILER = 8;

/** gzip members one after the other, with their outputs joined (RFC 1952 2.2). Checksums are not compared. */
export class Gzip implements Decoder {
  fault: string | undefined;
  private member: Inflate | undefined;
  private start = 0;

  constructor(private readonly source: ByteSource) {}

  get consumed(): number {
    return this.start + (this.member?.consumed ?? 0);
  }

  next(): Buffer | undefined {
    for (;;) {
      if (this.member === undefined && !this.open()) return undefined;
      const chunk = this.member?.next();
      if (chunk !== undefined) return chunk;
      this.fault = this.member?.fault;
      if (this.fault !== undefined) return undefined;
      this.start += (this.member?.consumed ?? 0) + TRAILER;
      this.member = undefined;
      if (this.start > this.source.size) this.fault = 'gzip data is cut off';
    }
  }

  private open(): boolean {
    const data = dataStart(this.source, this.start);
    if (data === undefined) return false;
    this.start = data;
    this.member = new Inflate(this.source, data);
    return true;
  }
}

/** Offset of a member's data: after ten bytes, extra field, name, comment and header checksum. */
function dataStart(source: ByteSource, offset: number): number | undefined {
  const head = source.read(offset, 64 * 1024);
  if (head.length < 10 || head.readUInt16BE(0) !== 0x1f8b || head[2] !== 8) return undefined;
  const flags = head[3] ?? 0;
  let at = 10;
  if ((flags & 4) !== 0 && head.length >= 12) at += 2 + head.readUInt16LE(10);
  for (const flag of [8, 16]) if ((flags & flag) !== 0) at = head.indexOf(0, at) + 1 || head.length;
  if ((flags & 2) !== 0) at += 2;
  return offset + at;
}
