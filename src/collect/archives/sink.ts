/** Takes the bytes of one file of a known size, in the order of their offsets; the same bytes may come twice. What is never put is zero. */
export interface Sink<Result> {
  put(chunk: Buffer, offset: number): void;
  finish(): Result;
}

/** Gathers a file in memory. It takes memory as bytes come, never because a header states a size. */
export class MemorySink implements Sink<Buffer> {
  private bytes: Buffer = NOTHING;

  constructor(protected readonly size: number) {}

  put(chunk: Buffer, offset: number): void {
    const end = Math.min(this.size, offset + chunk.length);
    if (offset < end) chunk.copy(this.grown(end), offset, 0, end - offset);
  }

  finish(): Buffer {
    return this.grown(this.size).subarray(0, this.size);
  }

  private grown(length: number): Buffer {
    if (this.bytes.length >= length) return this.bytes;
    const larger = Buffer.alloc(Math.min(this.size, Math.max(length, this.bytes.length * 2)));
    this.bytes.copy(larger);
    this.bytes = larger;
    return larger;
  }
}

const NOTHING = Buffer.alloc(0);

/** As `MemorySink`, for a file that is looked at as soon as it is whole: one that comes in a single chunk is not copied. */
export class PassingSink extends MemorySink {
  private whole: Buffer | undefined;

  override put(chunk: Buffer, offset: number): void {
    if (offset === 0 && chunk.length >= this.size) this.whole = chunk.subarray(0, this.size);
    else super.put(chunk, offset);
  }

  override finish(): Buffer {
    return this.whole ?? super.finish();
  }
}
