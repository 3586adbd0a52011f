import { z } from 'zod';
import type { RuleFault } from '../../policy/gateway/check-rules.js';
import type { GatewayJudgement } from '../../policy/gateway/decide.js';
import type { GatewayCall, GatewayPolicy, GatewayRule } from '../../policy/gateway/policy.js';
import { isObject } from '../../support/json.js';

/** A request to the judging process: judge a call by a set of policies, or check whether rules can be used. */
export type JudgeOrder =
  /** The policies are sent with the first request about a set; `forget` names a set that no request will use again. */
  | { ask: 'judge'; set: string; policies?: readonly GatewayPolicy[] | undefined; forget?: string | undefined; call: GatewayCall }
  | { ask: 'check'; rules: readonly GatewayRule[] };

/** Policies are sent once; later requests use the key. */
export interface SentSet {
  key: string;
  policies: readonly GatewayPolicy[];
}

export interface Judged {
  judgement: GatewayJudgement;
  /** True when not everything was judged; the rest is denied. */
  isOver: boolean;
}

/** The answers, one for each request, in order. `isOver`: the budget for judging was used up. */
export const fromJudge = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('judged'), judged: z.custom<Judged>(isObject) }),
  z.strictObject({ type: z.literal('checked'), fault: z.custom<RuleFault>(isObject).nullable(), isOver: z.boolean() }),
]);
export type FromJudge = z.output<typeof fromJudge>;
