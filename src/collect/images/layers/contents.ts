import { InputError } from '../../../support/errors.js';

/** Bytes that are kept for later, in memory or in a scratch file. */
export interface Content {
  readonly size: number;
  bytes(): Uint8Array;
}

/** A private file for what does not fit into memory. Nobody else can open it, and it is gone when it is closed. */
export interface Scratch {
  /** Appends bytes; returns where they begin. */
  append(bytes: Uint8Array): number;
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

export interface ContentLimits {
  /** Bytes in memory; what is more goes to the scratch file. */
  memory: number;
  /** Bytes in the scratch file. */
  scratch: number;
}

/** Keeps the contents that somebody wants of one scan's images. */
export class Contents {
  private inMemory = 0;
  private spilled = 0;
  private scratch: Scratch | undefined;

  constructor(
    private readonly limits: ContentLimits,
    private readonly openScratch: () => Scratch,
  ) {}

  /** Keeps a copy-free hold of the bytes. Throws InputError `too_large` where neither memory nor scratch file has room. */
  keep(bytes: Uint8Array): Content {
    const size = bytes.length;
    if (this.inMemory + size <= this.limits.memory) {
      this.inMemory += size;
      return { size, bytes: () => bytes };
    }
    if (this.spilled + size > this.limits.scratch)
      throw new InputError({
        issue: 'too_large',
        message: `more is worth keeping than ${Math.floor(this.limits.scratch / 2 ** 20)} MiB of scratch space`,
      });
    this.scratch ??= this.openScratch();
    this.spilled += size;
    const { scratch } = this;
    const offset = scratch.append(bytes);
    return { size, bytes: () => scratch.read(offset, size) };
  }

  close(): void {
    this.scratch?.close();
    this.scratch = undefined;
  }
}
