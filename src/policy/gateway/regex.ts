import { RE2JS } from 're2js';
import { CHARGES, type DecisionBudget } from './decision-budget.js';

/** Instructions of all regular expressions of one policy: with more, a text of full length could not be judged within a decision's work. */
export const MOST_INSTRUCTIONS = 1_900;

/** A regular expression of a rule, compiled on first use. */
export class Regex {
  private compiled: RE2JS | undefined;

  constructor(private readonly source: string) {}

  /** Instructions of its program. Throws RE2's error for an invalid pattern, and TooMuchWork. */
  size(work: DecisionBudget): number {
    return this.ready(work).programSize();
  }

  /** Whether it is found anywhere in the text. Throws as `size` does. */
  isIn(text: string, work: DecisionBudget): boolean {
    const compiled = this.ready(work);
    work.spend((text.length + 1) * compiled.programSize());
    // Asks only whether there is a match, not where: that is much less work for the engine.
    return compiled.test(text);
  }

  private ready(work: DecisionBudget): RE2JS {
    if (this.compiled) return this.compiled;
    work.spend(preparing(this.source));
    this.compiled = RE2JS.compile(this.source);
    return this.compiled;
  }
}

/** Classes of Unicode and long repeats become large programs. */
function preparing(source: string): number {
  const classes = /\\p|\[\^|\(\?[a-z]*i/i.test(source) ? 5 : 1;
  const repeats = /\{\d{2,}|\{\d*,\d{2,}/.test(source) ? 5 : 1;
  return source.length * CHARGES.source * classes * repeats;
}
