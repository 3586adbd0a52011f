/**
 * Steps that following one piece of code may take, shared by all it starts in turn: a step is an expression, a command, or a lot
 * of characters or items put together. What is bounded by steps is bounded in time and memory, whatever the code says.
 */
export class StepBudget {
  /** True once something was left out because the steps ran out. */
  short = false;

  constructor(private left: number) {}

  /** Takes steps; false when there are none left, so the caller leaves out what it was about to do. */
  take(steps = 1): boolean {
    this.left -= steps;
    if (this.left >= 0) return true;
    this.short = true;
    return false;
  }

  /** Runs with at most half of the steps that are left, so that a part cannot use up what those after it need. */
  half(run: () => void): void {
    const spared = Math.max(0, Math.floor(this.left / 2));
    this.left -= spared;
    run();
    this.left = Math.max(0, this.left) + spared;
  }

  /** Steps that are left of `granted`. */
  spent(granted: number): number {
    return granted - Math.max(0, this.left);
  }
}

/** Steps for a piece of code of some length: a script has about one expression in four characters, and calls and loops repeat few of them. */
export function stepsFor(length: number): number {
  return Math.min(20_000 + 3 * length, 400_000);
}

/** Steps for all code of a bundle: many small pieces may not take the least allowance of each many times over. */
export function stepsForBundle(length: number): number {
  return 5_000_000 + 2 * length;
}

/** Steps that it costs to parse a text again which a script gives to an interpreter. */
export function stepsToParse(text: string): number {
  return 1 + Math.ceil(text.length / 2);
}
