import { faultOf, type RuleFault } from '../../policy/gateway/check-rules.js';
import { type CompiledPolicies, compile, judgePolicies } from '../../policy/gateway/decide.js';
import { DecisionBudget, TooMuchWork } from '../../policy/gateway/decision-budget.js';
import type { FromJudge, JudgeOrder } from './apart-contract.js';

/** Answers requests in the judging process; keeps the sets of policies compiled. */
export function orderJudge(): (order: JudgeOrder) => FromJudge {
  const sets = new Map<string, CompiledPolicies>();
  return (order) => {
    if (order.ask === 'check') return { type: 'checked', ...check(order.rules) };
    if (order.forget !== undefined) sets.delete(order.forget);
    if (order.policies) sets.set(order.set, compile(order.policies));
    const known = sets.get(order.set);
    if (!known) throw new TypeError('a set of policies was not sent');
    const work = new DecisionBudget();
    const judgement = judgePolicies(known, order.call, work);
    return { type: 'judged', judged: { judgement, isOver: work.isOver } };
  };
}

function check(rules: Parameters<typeof faultOf>[0]): { fault: RuleFault | null; isOver: boolean } {
  try {
    return { fault: faultOf(rules, new DecisionBudget()) ?? null, isOver: false };
  } catch (error) {
    if (error instanceof TooMuchWork) return { fault: null, isOver: true };
    throw error;
  }
}
