import type { Wanted } from '../contract/installed-reader.js';
import type { TakeBytes } from './tar-reader.js';
import { HEAD_BYTES } from './wishes.js';

/** Gathers the bytes of one wanted file. It takes memory as bytes come, never because a header says so. */
export class FileKeeper {
  private readonly head: Buffer;
  private headFilled = 0;
  private bytes: Buffer | undefined;
  private wishes: readonly Wanted[] | undefined;
  private isOpen = false;
  /** Bytes that are kept of it. */
  private kept: number;
  /** True: somebody wants the file, and it is larger than anybody keeps. */
  isTooLarge = false;

  constructor(
    wishes: readonly Wanted[],
    private readonly size: number,
  ) {
    this.wishes = wishes;
    this.kept = size;
    this.head = Buffer.alloc(Math.min(HEAD_BYTES, size));
    if (wishes.every(({ head }) => head === undefined)) this.open();
  }

  readonly take: TakeBytes = (chunk, offset) => {
    if (this.wishes === undefined) return;
    if (!this.isOpen) {
      this.fillHead(chunk, offset);
      if (offset + chunk.length < this.head.length) return;
      this.open();
    }
    this.store(chunk, offset);
  };

  /** The bytes after the last chunk; undefined where nobody wants them any more. */
  finish(): Buffer | undefined {
    if (!this.isOpen && this.wishes) this.open();
    if (this.wishes === undefined) return undefined;
    const { bytes, kept } = this;
    return bytes && bytes.length >= kept ? bytes.subarray(0, kept) : this.grown(kept).subarray(0, kept);
  }

  /** The head is whole: those who do not want a file that begins so drop out. */
  private open(): void {
    this.isOpen = true;
    const wishes = this.wishes?.filter(({ head }) => head === undefined || head(this.head)) ?? [];
    const most = Math.max(-1, ...wishes.map((wish) => wish.most));
    if (this.size > most) this.kept = Math.min(this.size, Math.max(0, ...wishes.map(({ begin = 0 }) => begin)));
    this.isTooLarge = wishes.some(({ most: own, begin }) => this.size > own && begin === undefined) && this.size > most;
    this.wishes = this.size > most && this.kept === 0 ? undefined : wishes;
    if (this.wishes && this.headFilled > 0) this.store(this.head.subarray(0, this.headFilled), 0);
  }

  private fillHead(chunk: Buffer, offset: number): void {
    if (offset >= this.head.length) return;
    const copied = chunk.copy(this.head, offset);
    this.headFilled = Math.max(this.headFilled, offset + copied);
  }

  private store(chunk: Buffer, offset: number): void {
    if (this.wishes === undefined) return;
    const end = Math.min(this.kept, offset + chunk.length);
    if (offset < end) chunk.copy(this.grown(end), offset, 0, end - offset);
  }

  private grown(length: number): Buffer {
    if (this.bytes && this.bytes.length >= length) return this.bytes;
    const larger = Buffer.alloc(Math.min(this.kept, Math.max(length, (this.bytes?.length ?? 0) * 2)));
    this.bytes?.copy(larger);
    this.bytes = larger;
    return larger;
  }
}
