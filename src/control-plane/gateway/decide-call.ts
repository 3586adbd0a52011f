import { conclude, type GatewayJudgement } from '../../policy/gateway/decide.js';
import type { GatewayCall, GatewayDecision, RateLimit } from '../../policy/gateway/policy.js';
import type { Ground } from '../ground/ground.js';
import { countCall } from '../store/call-windows.js';
import { isEmbedded } from '../store/layer/dialects.js';
import type { TenantStore } from '../store/layer/store.js';
import { gaugeOf } from './policy-set.js';

/**
 * Decides a judged call in the caller's transaction. On PostgreSQL all processes share the counts of rules with a rate,
 * in windows of the rule's seconds; calls that match no such rule cost nothing more.
 */
export async function decideCall(
  ground: Ground,
  store: TenantStore,
  judgement: GatewayJudgement,
  call: GatewayCall,
): Promise<GatewayDecision> {
  if (isEmbedded(store)) return conclude(judgement, call, gaugeOf(ground));
  const asked = new Map<string, RateLimit>();
  const unlimited = conclude(judgement, call, { over: (key, limit) => !asked.set(key, limit) });
  if (asked.size === 0) return unlimited;
  const over = new Set<string>();
  // Locked in the same order everywhere, so that no two transactions wait for each other.
  for (const [key, limit] of [...asked].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const now = ground.clock();
    if ((await countCall(store, key, { now, end: now + limit.per_seconds * 1000 })) > limit.calls) over.add(key);
  }
  return conclude(judgement, call, { over: (key) => over.has(key) });
}
