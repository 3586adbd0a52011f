import { faultOf, type RuleFault } from '../../policy/gateway/check-rules.js';
import { type CompiledPolicies, compile, judge } from '../../policy/gateway/decide.js';
import { TooMuchWork, Work } from '../../policy/gateway/work.js';
import type { FromJudge, JudgeOrder } from './apart-contract.js';

/** Answers questions in a process of its own; keeps the sets of policies that it was given, made ready. */
export function orderJudge(): (order: JudgeOrder) => FromJudge {
  const sets = new Map<string, CompiledPolicies>();
  return (order) => {
    if (order.ask === 'check') return { type: 'checked', ...check(order.rules) };
    if (order.forget !== undefined) sets.delete(order.forget);
    if (order.policies) sets.set(order.set, compile(order.policies));
    const known = sets.get(order.set);
    if (!known) throw new TypeError('a set of policies was not sent');
    const work = new Work();
    const judgement = judge(known, order.call, work);
    return { type: 'judged', judged: { judgement, isOver: work.isOver } };
  };
}

function check(rules: Parameters<typeof faultOf>[0]): { fault: RuleFault | null; isOver: boolean } {
  try {
    return { fault: faultOf(rules, new Work()) ?? null, isOver: false };
  } catch (error) {
    if (error instanceof TooMuchWork) return { fault: null, isOver: true };
    throw error;
  }
}
