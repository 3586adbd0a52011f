import { faultOf, type RuleFault } from '../../policy/gateway/check-rules.js';
import { type GatewayJudgement, judgePolicies } from '../../policy/gateway/decide.js';
import { DecisionBudget, LITTLE_WORK, TooMuchWork } from '../../policy/gateway/decision-budget.js';
import type { GatewayCall, GatewayRule } from '../../policy/gateway/policy.js';
import type { EvidenceGround } from '../evidence/evidence-store.js';
import { Unavailable } from '../failures.js';
import type { ApartJudge } from './judge-apart.js';
import type { PolicySet } from './policy-set.js';

/** What judging tool calls needs. */
export interface GatewayGround extends EvidenceGround {
  /** Judges calls in a process of its own; absent when none can be started. */
  judgeApart?(): Promise<ApartJudge>;
}

interface Question {
  tenantId: string;
  set: PolicySet;
  call: GatewayCall;
}

/**
 * Judges a call by a set of policies: in this process if that takes a few milliseconds at most, else in a process of
 * its own.
 */
export async function judgeCall(ground: GatewayGround, { tenantId, set, call }: Question): Promise<GatewayJudgement> {
  const { judgeApart: apart } = ground;
  const work = new DecisionBudget(apart ? LITTLE_WORK : undefined);
  const judgement = judgePolicies(set.compiled, call, work);
  if (!apart || !work.isOver) return judgement;
  return (await (await apart()).judge(tenantId, set, call)).judgement;
}

/** Like `judgeCall`, without leaving the caller's transaction. */
export function judgeHere({ compiled }: PolicySet, call: GatewayCall): GatewayJudgement {
  const work = new DecisionBudget(LITTLE_WORK);
  const judgement = judgePolicies(compiled, call, work);
  if (work.isOver) throw new Unavailable('the policies have just changed: ask again');
  return judgement;
}

/** The first of the rules that cannot be used. Checks that may take long run in a process of their own. */
export async function checkRules(ground: GatewayGround, tenantId: string, rules: readonly GatewayRule[]): Promise<RuleFault | undefined> {
  const { judgeApart: apart } = ground;
  try {
    return faultOf(rules, new DecisionBudget(apart ? LITTLE_WORK : undefined));
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    if (!apart) return { index: 0, fault: 'cost' };
    const { fault, isOver } = await (await apart()).check(tenantId, rules);
    return isOver ? { index: 0, fault: 'cost' } : (fault ?? undefined);
  }
}
