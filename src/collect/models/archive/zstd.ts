import { Decompress } from 'fzstd';
import type { ByteSource } from '../contract/source.js';
import type { Decoder } from './decoder.js';

const PIECE = 64 * 1024;

/** Zstandard frames (RFC 8878). */
export class Zstd implements Decoder {
  fault: string | undefined;
  consumed = 0;
  private readonly ready: Buffer[] = [];
  private readonly stream = new Decompress((chunk) => void this.ready.push(Buffer.from(chunk)));

  constructor(private readonly source: ByteSource) {}

  next(): Buffer | undefined {
    while (this.ready.length === 0 && this.fault === undefined && this.consumed < this.source.size) this.feed();
    return this.ready.shift();
  }

  private feed(): void {
    const piece = this.source.read(this.consumed, PIECE);
    this.consumed += piece.length;
    try {
      this.stream.push(piece, this.consumed >= this.source.size);
    } catch {
      this.fault = 'zstd data is cut off or damaged';
    }
  }
}
