import { CastellanError, InputError } from '../../../support/errors.js';
import type { Sink } from '../../archives/sink.js';
import type { TakeBytes } from '../../archives/tar-reader.js';
import type { Wanted } from '../contract/installed-reader.js';
import { HEAD_BYTES } from './wishes.js';

const NOTHING = Buffer.alloc(0);

/** Gives the bytes of one file to a sink, as far as somebody wants them. */
export class FileKeeper<Result> {
  private head: Buffer = NOTHING;
  /** Bytes that decide whether the file is wanted. */
  private headSize = 0;
  private headFilled = 0;
  private sink: Sink<Result> | undefined;
  private isOpen = false;
  private isWanted = true;
  private failure: CastellanError | undefined;
  /** True: somebody wants the file, and it is larger than anybody keeps. */
  isTooLarge = false;
  /** True: only its beginning is kept, as there was no room for the whole. */
  isCut = false;

  /** @param open Makes a sink for a number of bytes. `spares`: it is to leave room for others. It and the sink may throw a CastellanError. */
  constructor(
    private readonly wishes: readonly Wanted[],
    private readonly size: number,
    private readonly open: (size: number, spares: boolean) => Sink<Result>,
  ) {
    if (wishes.every(({ head }) => head === undefined)) this.begin();
    else this.headSize = Math.min(HEAD_BYTES, size);
  }

  readonly take: TakeBytes = (chunk, offset) => {
    if (!this.isWanted) return;
    if (!this.isOpen) {
      const isWhole = this.headFilled === 0 && offset === 0 && chunk.length >= this.headSize;
      if (isWhole) this.begin(chunk.subarray(0, this.headSize));
      else {
        this.fillHead(chunk, offset);
        if (offset + chunk.length < this.headSize) return;
        this.begin(this.head);
      }
    }
    this.attempt(() => this.sink?.put(chunk, offset));
  };

  /** What came of the file after its last byte; undefined where nobody wants it any more. Throws what the sink threw. */
  finish(): Result | undefined {
    if (!this.isOpen) this.begin(this.head.length > 0 ? this.head : Buffer.alloc(this.headSize));
    if (this.failure) throw this.failure;
    return this.sink?.finish();
  }

  /** The head is whole: those who do not want a file that begins so drop out. */
  private begin(head: Buffer = NOTHING): void {
    this.isOpen = true;
    const wishes = this.wishes.filter((wish) => wish.head === undefined || wish.head(head));
    const most = Math.max(-1, ...wishes.map((wish) => wish.most));
    const begin = Math.min(this.size, Math.max(0, ...wishes.map((wish) => wish.begin ?? 0)));
    const kept = this.size > most ? begin : this.size;
    const needsWhole = wishes.some((wish) => wish.begin === undefined);
    this.isTooLarge = this.size > most && needsWhole;
    this.isWanted = this.size <= most || kept > 0;
    if (!this.isWanted) return;
    this.attempt(() => {
      this.sink = needsWhole || kept === begin ? this.open(kept, false) : this.wholeOrBegin(kept, begin);
      if (this.headFilled > 0) this.sink.put(this.head.subarray(0, this.headFilled), 0);
    });
  }

  private wholeOrBegin(size: number, begin: number): Sink<Result> {
    try {
      return this.open(size, true);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.isCut = true;
      return this.open(begin, false);
    }
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof CastellanError)) throw error;
      this.failure = error;
      this.isWanted = false;
    }
  }

  private fillHead(chunk: Buffer, offset: number): void {
    if (offset >= this.headSize) return;
    if (this.head.length === 0) this.head = Buffer.alloc(this.headSize);
    const copied = chunk.copy(this.head, offset);
    this.headFilled = Math.max(this.headFilled, offset + copied);
  }
}
