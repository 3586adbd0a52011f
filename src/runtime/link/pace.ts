/** Waits between rounds: growing while they fail, and never quite the same, so that many relays do not ask at the same time. */
export class Pace {
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private wake: (() => void) | undefined;
  private isCalled = false;

  constructor(
    private readonly usualMs: number,
    private readonly longestMs: number,
  ) {}

  succeeded(): void {
    this.failures = 0;
  }

  failed(): void {
    this.failures += 1;
  }

  get isFailing(): boolean {
    return this.failures > 0;
  }

  /** Ends the wait that is under way, or the next, unless it is for something that failed. */
  hurry(): void {
    if (this.isFailing) return;
    this.isCalled = true;
    this.wake?.();
  }

  /** Ends the wait in any case. */
  end(): void {
    this.wake?.();
  }

  /** `ms`: in place of the usual wait; after a failure the least, which the other end has asked for. The wait keeps no process alive. */
  async wait(ms?: number): Promise<void> {
    if (!this.isCalled || this.isFailing) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        this.timer = setTimeout(resolve, this.isFailing ? Math.max(ms ?? 0, this.nextMs()) : (ms ?? this.nextMs())).unref();
      });
      clearTimeout(this.timer);
      this.wake = undefined;
    }
    this.isCalled = false;
  }

  private nextMs(): number {
    const grown = this.isFailing ? Math.min(FIRST_RETRY_MS * 2 ** (this.failures - 1), this.longestMs) : this.usualMs;
    return grown * (0.5 + Math.random() / 2);
  }
}

const FIRST_RETRY_MS = 500;
