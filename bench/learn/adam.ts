const RATE = 3e-3;
/** Share of the steps in which the rate rises from nothing to `RATE`; in the others it falls back. */
const RISE = 0.3;
const DECAY = 1e-2;
const [MOMENTUM, SPREAD, LEAST] = [0.9, 0.999, 1e-8];

/** Steps against gradients (Kingma and Ba: Adam, 2015; decay apart from them: Loshchilov and Hutter, 2019), first faster, then slower. */
export class Adam {
  private readonly means: Float32Array[];
  private readonly squares: Float32Array[];
  private done = 0;

  constructor(
    private readonly values: readonly Float32Array[],
    private readonly steps: number,
  ) {
    this.means = values.map(({ length }) => new Float32Array(length));
    this.squares = values.map(({ length }) => new Float32Array(length));
  }

  /** Takes one step, and sets the gradients to 0. */
  step(gradients: readonly Float32Array[]): void {
    this.done++;
    const way = this.done / (this.steps + 1);
    const rate = RATE * (way < RISE ? way / RISE : (1 - way) / (1 - RISE));
    const meanShare = 1 - MOMENTUM ** this.done;
    const squareShare = 1 - SPREAD ** this.done;
    for (const [index, values] of this.values.entries()) {
      const [own, means, squares] = [gradients[index], this.means[index], this.squares[index]] as [
        Float32Array,
        Float32Array,
        Float32Array,
      ];
      for (let at = 0; at < values.length; at++) {
        const gradient = own[at] as number;
        const mean = MOMENTUM * (means[at] as number) + (1 - MOMENTUM) * gradient;
        const square = SPREAD * (squares[at] as number) + (1 - SPREAD) * gradient * gradient;
        means[at] = mean;
        squares[at] = square;
        const value = values[at] as number;
        values[at] = value - rate * (mean / meanShare / (Math.sqrt(square / squareShare) + LEAST) + DECAY * value);
      }
      own.fill(0);
    }
  }
}
