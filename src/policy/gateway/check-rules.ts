import { type DecisionBudget, TooMuchWork } from './decision-budget.js';
import type { GatewayRule } from './policy.js';
import { MOST_INSTRUCTIONS, Regex } from './regex.js';
import { compileMatch } from './rule-match.js';

/** What is wrong with one rule of a list. The message does not repeat the rule's text. */
export interface RuleFault {
  index: number;
  fault: 'path' | 'regex' | 'cost';
}

/**
 * The first rule that cannot be used: it has a bad argument path or no valid RE2, or with it all regular expressions together have
 * too many instructions. Throws TooMuchWork when checking takes more than `work`.
 */
export function faultOf(rules: readonly GatewayRule[], work: DecisionBudget): RuleFault | undefined {
  let instructions = 0;
  for (const [index, rule] of rules.entries()) {
    try {
      compileMatch(rule);
      for (const { regex } of Object.values(rule.when?.args ?? {})) {
        if (regex !== undefined) instructions += new Regex(regex).size(work);
        if (instructions > MOST_INSTRUCTIONS) return { index, fault: 'cost' };
      }
    } catch (error) {
      if (error instanceof TooMuchWork) throw error;
      return { index, fault: error instanceof RangeError ? 'path' : 'regex' };
    }
  }
  return undefined;
}
