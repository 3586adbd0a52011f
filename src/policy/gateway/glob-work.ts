import { matchesGlob } from '../glob.js';
import { CHARGES, type DecisionBudget } from './decision-budget.js';

/** Like `matchesGlob`, and charges the work: a `*` may be tried at every character of the text. */
export function fitsGlob(pattern: string, text: string, work: DecisionBudget): boolean {
  work.spend(1 + (pattern.includes('*') ? Math.ceil(pattern.length * text.length * CHARGES.glob) : pattern.length));
  return matchesGlob(pattern, text);
}
