const SLICE_MS = 12;

/** Divides long work into slices, so that requests get their turns in between. */
export class Turns {
  private since = performance.now();

  /** True when the slice is over: `await turns.pass()`. Asked often, for awaiting costs more. */
  get isOver(): boolean {
    return performance.now() - this.since > SLICE_MS;
  }

  async pass(): Promise<void> {
    await new Promise<void>((resume) => setImmediate(resume));
    this.since = performance.now();
  }
}
