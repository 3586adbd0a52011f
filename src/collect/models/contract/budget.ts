const GIB = 1024 ** 3;
const MIB = 1024 ** 2;

export type Limit = 'bytes' | 'entries' | 'opcodes' | 'objects' | 'observations' | 'time';

/** Thrown when a file exceeds its budget. The scan of that file ends and reports it. */
export class LimitReached extends Error {
  constructor(
    readonly limit: Limit,
    message: string,
  ) {
    super(message);
    this.name = 'LimitReached';
  }
}

/**
 * Limits for reading one file. All containers and members in the file share them, so nesting cannot multiply the cost.
 * Each `spend…` throws LimitReached when its limit is exceeded.
 */
export class Budget {
  /** Containers within containers. */
  readonly maxDepth = 8;
  private bytes: number;
  private entries = 100_000;
  private opcodes = 20_000_000;
  private observations = 20_000;
  private readonly end: number;

  constructor(
    fileSize: number,
    private readonly signal?: AbortSignal,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.bytes = Math.min(4 * GIB, 200 * fileSize + 64 * MIB);
    this.end = clock() + 10_000;
  }

  /** Spends bytes that decoders produce. */
  spendBytes(count: number): void {
    this.bytes -= count;
    if (this.bytes < 0) throw new LimitReached('bytes', 'inflates to more bytes than the limit');
    this.checkTime();
  }

  /** Spends members of archives, records of directories, or nodes of a tree. */
  spendEntries(count = 1): void {
    this.entries -= count;
    if (this.entries < 0) throw new LimitReached('entries', 'more than 100000 entries');
  }

  /** Spends pickle opcodes; callers spend many at once. */
  spendOpcodes(count: number): void {
    this.opcodes -= count;
    if (this.opcodes < 0) throw new LimitReached('opcodes', 'more than 20 million pickle opcodes');
    this.checkTime();
  }

  /** Spends one observation. */
  spendObservation(): void {
    this.observations -= 1;
    if (this.observations < 0) throw new LimitReached('observations', 'more than 20000 observations');
  }

  /**
   * Throws for a file that takes longer than ten seconds, and for a scan that was aborted. Cheap enough to call for
   * every block.
   */
  checkTime(): void {
    if (this.signal?.aborted === true) throw new LimitReached('time', 'called off');
    if (this.clock() > this.end) throw new LimitReached('time', 'takes longer than 10 seconds');
  }
}
