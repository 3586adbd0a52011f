/**
 * The steps that following one piece of code may take, shared with everything it starts. A step is an expression, a
 * command, or a number of characters or items that are joined. Limiting the steps limits time and memory, whatever the
 * code does.
 */
export class StepBudget {
  /** True once something was left out because the steps ran out. */
  short = false;

  constructor(private left: number) {}

  /** Takes steps; false when there are none left, and the caller then leaves out the work. */
  take(steps = 1): boolean {
    this.left -= steps;
    if (this.left >= 0) return true;
    this.short = true;
    return false;
  }

  /** Runs with at most half of the steps that are left, so that one part cannot use up the steps of those after it. */
  half(run: () => void): void {
    const spared = Math.max(0, Math.floor(this.left / 2));
    this.left -= spared;
    run();
    this.left = Math.max(0, this.left) + spared;
  }

  /** Number of the `granted` steps that were used. */
  spent(granted: number): number {
    return granted - Math.max(0, this.left);
  }
}

/**
 * Steps for a piece of code of some length: a script has about one expression in four characters, and calls and loops
 * repeat only a few of them.
 */
export function stepsFor(length: number): number {
  return Math.min(20_000 + 3 * length, 400_000);
}

/** Steps for all code of a bundle, so that many small pieces together do not get the least allowance many times. */
export function stepsForBundle(length: number): number {
  return 5_000_000 + 2 * length;
}

/** Steps for parsing a text again that a script passes to an interpreter. */
export function stepsToParse(text: string): number {
  return 1 + Math.ceil(text.length / 2);
}
