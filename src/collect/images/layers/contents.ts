import { InputError } from '../../../support/errors.js';
import { MemorySink, type Sink } from '../../archives/sink.js';
import type { ByteSource } from '../../models/contract/source.js';

/** Bytes that are kept for later, in memory or in a scratch file. */
export interface Content extends ByteSource {
  bytes(): Uint8Array;
}

/** A private file for what does not fit into memory. Nobody else can open it, and it is gone when it is closed. */
export interface Scratch {
  /** Appends bytes; returns where they begin. */
  append(bytes: Uint8Array): number;
  read(offset: number, length: number): Buffer;
  close(): void;
}

export interface ContentLimits {
  /** Bytes in memory; what is more goes to the scratch file. */
  memory: number;
  /** Bytes in the scratch file. */
  scratch: number;
}

/** Bytes that lie elsewhere. */
type Kept = Pick<Scratch, 'read' | 'close'>;

/** Bytes above which a file is never in memory as a whole. */
export const LARGE = 2 ** 20;

/** Keeps the contents that somebody wants of one scan's images. */
export class Contents {
  private inMemory = 0;
  private spilled = 0;
  private scratch: Scratch | undefined;
  private readonly borrowed = new Set<Kept>();

  constructor(
    private readonly limits: ContentLimits,
    private readonly openScratch: () => Scratch,
  ) {}

  /**
   * Takes a file of `size` bytes as they come. A large one goes to the scratch file, so until it is whole no other may be begun. Throws
   * InputError `too_large` where there is no room; one that `spares` leaves a quarter of the scratch file to others.
   */
  sink(size: number, spares = false): Sink<Content> {
    if (size > LARGE) return new ScratchSink(this.room(size, spares), size);
    const memory = new MemorySink(size);
    return { put: (chunk, offset) => memory.put(chunk, offset), finish: () => this.keep(memory.finish()) };
  }

  /** A file that lies elsewhere and is opened when it is read. `open` gives undefined where it is not as it was. */
  borrow(size: number, open: () => Kept | undefined): Content {
    let kept: Kept | undefined;
    const opened = () => {
      kept ??= open();
      if (!kept)
        throw new InputError({ issue: 'unreadable', message: 'what an earlier scan kept of it is damaged; the next scan reads it anew' });
      this.borrowed.add(kept);
      return kept;
    };
    return contentAt({ read: (offset, length) => opened().read(offset, length) }, 0, size);
  }

  close(): void {
    this.scratch?.close();
    this.scratch = undefined;
    for (const kept of this.borrowed) kept.close();
    this.borrowed.clear();
  }

  private keep(bytes: Buffer): Content {
    const size = bytes.length;
    if (this.inMemory + size > this.limits.memory) {
      const scratch = this.room(size);
      return contentAt(scratch, scratch.append(bytes), size);
    }
    this.inMemory += size;
    return { size, bytes: () => bytes, read: (offset, length) => bytes.subarray(offset, offset + Math.max(0, length)) };
  }

  private room(size: number, spares = false): Scratch {
    if (this.spilled + size > this.limits.scratch * (spares ? 0.75 : 1))
      throw new InputError({
        issue: 'too_large',
        message: `more is worth keeping than ${Math.floor(this.limits.scratch / 2 ** 20)} MiB of scratch space`,
      });
    this.scratch ??= this.openScratch();
    this.spilled += size;
    return this.scratch;
  }
}

function contentAt(scratch: Pick<Scratch, 'read'>, start: number, size: number): Content {
  const read = (offset: number, length: number) => scratch.read(start + offset, Math.max(0, Math.min(length, size - offset)));
  return { size, read, bytes: () => read(0, size) };
}

/** Zeros of a hole. */
const HOLE = Buffer.alloc(64 * 1024);

class ScratchSink implements Sink<Content> {
  private start: number | undefined;
  private filled = 0;

  constructor(
    private readonly scratch: Scratch,
    private readonly size: number,
  ) {}

  put(chunk: Buffer, offset: number): void {
    this.fill(Math.min(offset, this.size));
    this.append(chunk.subarray(Math.max(0, this.filled - offset), Math.max(0, this.size - offset)));
  }

  finish(): Content {
    this.fill(this.size);
    return contentAt(this.scratch, this.start ?? 0, this.size);
  }

  private fill(end: number): void {
    while (this.filled < end) this.append(HOLE.subarray(0, end - this.filled));
  }

  private append(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const at = this.scratch.append(bytes);
    this.start ??= at;
    this.filled += bytes.length;
  }
}
