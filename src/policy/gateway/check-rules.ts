import { type DecisionBudget, TooMuchWork } from './decision-budget.js';
import type { GatewayRule } from './policy.js';
import { MOST_INSTRUCTIONS, Regex } from './regex.js';
import { compileMatch } from './rule-match.js';

/** What is wrong with one rule of a list; its words are not repeated. */
export interface RuleFault {
  index: number;
  fault: 'path' | 'regex' | 'cost';
}

/**
 * The first rule that cannot be used: a bad argument path, no RE2, or one with which all regular expressions together have more
 * instructions than a call can be judged by. Throws TooMuchWork where looking takes more than `work`.
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
