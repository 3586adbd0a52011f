import { CastellanError } from '../../../support/errors.js';
import type { Wanted } from '../contract/installed-reader.js';
import type { Sink } from './sink.js';
import type { TakeBytes } from './tar-reader.js';
import { HEAD_BYTES } from './wishes.js';

/** Gives the bytes of one file to a sink, as far as somebody wants them. */
export class FileKeeper<Result> {
  private readonly head: Buffer;
  private headFilled = 0;
  private sink: Sink<Result> | undefined;
  private isOpen = false;
  private isWanted = true;
  private failure: CastellanError | undefined;
  /** True: somebody wants the file, and it is larger than anybody keeps. */
  isTooLarge = false;

  /** @param open Makes a sink for a number of bytes; it and the sink may throw a CastellanError. */
  constructor(
    private readonly wishes: readonly Wanted[],
    private readonly size: number,
    private readonly open: (size: number) => Sink<Result>,
  ) {
    this.head = Buffer.alloc(Math.min(HEAD_BYTES, size));
    if (wishes.every(({ head }) => head === undefined)) this.begin();
  }

  readonly take: TakeBytes = (chunk, offset) => {
    if (!this.isWanted) return;
    if (!this.isOpen) {
      this.fillHead(chunk, offset);
      if (offset + chunk.length < this.head.length) return;
      this.begin();
    }
    this.attempt(() => this.sink?.put(chunk, offset));
  };

  /** What came of the file after its last byte; undefined where nobody wants it any more. Throws what the sink threw. */
  finish(): Result | undefined {
    if (!this.isOpen) this.begin();
    if (this.failure) throw this.failure;
    return this.sink?.finish();
  }

  /** The head is whole: those who do not want a file that begins so drop out. */
  private begin(): void {
    this.isOpen = true;
    const wishes = this.wishes.filter(({ head }) => head === undefined || head(this.head));
    const most = Math.max(-1, ...wishes.map((wish) => wish.most));
    const kept = this.size > most ? Math.min(this.size, Math.max(0, ...wishes.map(({ begin = 0 }) => begin))) : this.size;
    this.isTooLarge = this.size > most && wishes.some(({ begin }) => begin === undefined);
    this.isWanted = this.size <= most || kept > 0;
    if (!this.isWanted) return;
    this.attempt(() => {
      this.sink = this.open(kept);
      if (this.headFilled > 0) this.sink.put(this.head.subarray(0, this.headFilled), 0);
    });
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
    if (offset >= this.head.length) return;
    const copied = chunk.copy(this.head, offset);
    this.headFilled = Math.max(this.headFilled, offset + copied);
  }
}
