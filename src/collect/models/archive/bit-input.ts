import type { ByteSource } from '../contract/source.js';

const PIECE = 64 * 1024;

/** The bytes of a source in order, with zeros past its end, so that decoders need no checks within a symbol. */
export class ByteInput {
  private piece: Buffer = Buffer.alloc(0);
  private at = 0;
  private base: number;
  /** Number of bytes read past the end. */
  overrun = 0;

  constructor(
    private readonly source: ByteSource,
    offset = 0,
  ) {
    this.base = offset;
  }

  get offset(): number {
    return this.base + this.at;
  }

  next(): number {
    if (this.at >= this.piece.length) {
      this.base += this.piece.length;
      this.at = 0;
      this.piece = this.source.read(this.base, PIECE);
      if (this.piece.length === 0) {
        this.overrun++;
        return 0;
      }
    }
    return this.piece[this.at++] ?? 0;
  }

  /** A piece of at most `length` bytes from the current position. */
  take(length: number): Buffer {
    const bytes = this.source.read(this.offset, Math.min(length, PIECE));
    this.seek(this.offset + bytes.length);
    return bytes;
  }

  seek(offset: number): void {
    this.base = offset;
    this.at = 0;
    this.piece = Buffer.alloc(0);
  }
}
