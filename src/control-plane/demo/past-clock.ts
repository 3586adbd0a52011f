/** A clock that is set to moments of the past, one after the other, and goes faster than time, so that work takes as long as usual. */
export class PastClock {
  private base = 0;
  private setAt = performance.now();

  constructor(private readonly speed: number) {}

  /** Milliseconds since the epoch; never later than the present. */
  readonly now = (): number => Math.min(Math.round(this.base + (performance.now() - this.setAt) * this.speed), Date.now());

  /** Sets the clock forward. It never goes back, because events must stay in their order. */
  forwardTo(moment: number): void {
    this.base = Math.max(moment, this.now());
    this.setAt = performance.now();
  }
}
