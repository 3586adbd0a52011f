import { z } from 'zod';
import type { RuleFault } from '../../policy/gateway/check-rules.js';
import type { GatewayJudgement } from '../../policy/gateway/decide.js';
import type { GatewayCall, GatewayPolicy, GatewayRule } from '../../policy/gateway/policy.js';
import { isObject } from '../../support/json.js';

/** What is asked of the process that judges: a call by a set of policies, or whether rules can be used. */
export type JudgeOrder =
  /** The policies go with the first question about a set; `forget` names one that nobody will ask about again. */
  | { ask: 'judge'; set: string; policies?: readonly GatewayPolicy[] | undefined; forget?: string | undefined; call: GatewayCall }
  | { ask: 'check'; rules: readonly GatewayRule[] };

/** Policies as they are sent, once, and what they are called from then on. */
export interface SentSet {
  key: string;
  policies: readonly GatewayPolicy[];
}

export interface Judged {
  judgement: GatewayJudgement;
  /** Not all was judged: what was not is denied. */
  isOver: boolean;
}

/** Its answers, one to each question, in their order. `isOver`: looking took more than there is. */
export const fromJudge = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('judged'), judged: z.custom<Judged>(isObject) }),
  z.strictObject({ type: z.literal('checked'), fault: z.custom<RuleFault>(isObject).nullable(), isOver: z.boolean() }),
]);
export type FromJudge = z.output<typeof fromJudge>;
