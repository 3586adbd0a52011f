import type { Readable } from 'node:stream';

/** A stream of bytes read in parts of a length, or up to a byte. */
export class ByteStream {
  private readonly pieces: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** The bytes before the next `end`, which is passed over. Undefined where the stream ends first. */
  async until(end: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    for (let at = this.rest.indexOf(end); ; at = this.rest.indexOf(end)) {
      if (at !== -1) {
        parts.push(this.rest.subarray(0, at));
        this.rest = this.rest.subarray(at + 1);
        return Buffer.concat(parts);
      }
      parts.push(this.rest);
      if (!(await this.more())) return undefined;
    }
  }

  /** The next `length` bytes in the pieces they come in. Ends early where the stream does. */
  async *take(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.rest.length === 0 && !(await this.more())) return;
      const piece = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  private async more(): Promise<boolean> {
    const next = await this.pieces.next();
    this.rest = next.done ? Buffer.alloc(0) : next.value;
    return next.done !== true;
  }
}
