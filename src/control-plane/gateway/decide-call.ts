import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { conclude, type Judgement } from '../../policy/gateway/decide.js';
import type { GatewayCall, GatewayDecision, RateLimit } from '../../policy/gateway/policy.js';
import type { Ground } from '../ground/ground.js';
import type { TenantStore } from '../store/store.js';
import { gaugeOf } from './policy-set.js';

/**
 * Decides a judged call in the caller's transaction. On PostgreSQL all processes count the calls of a rule with a rate together, in
 * windows of its seconds; calls that no such rule matches cost nothing more.
 */
export async function decideCall(ground: Ground, store: TenantStore, judgement: Judgement, call: GatewayCall): Promise<GatewayDecision> {
  if (store.dialect === 'sqlite') return conclude(judgement, call, gaugeOf(ground));
  const asked = new Map<string, RateLimit>();
  const unlimited = conclude(judgement, call, { over: (key, limit) => !asked.set(key, limit) });
  if (asked.size === 0) return unlimited;
  const over = new Set<string>();
  // In one order everywhere, so that no two transactions wait for each other.
  for (const [key, limit] of [...asked].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (await isOver(store, key, limit, ground.clock())) over.add(key);
  }
  return conclude(judgement, call, { over: (key) => over.has(key) });
}

/** Counts one more call, and undoes that with the transaction. */
async function isOver({ db, tenantId }: TenantStore, key: string, { calls, per_seconds }: RateLimit, now: number): Promise<boolean> {
  const name = `gateway:${createHash('sha256')
    .update(JSON.stringify([tenantId, key]))
    .digest('hex')}`;
  const end = now + per_seconds * 1000;
  const { rows } = await sql<{ points: number }>`
    insert into rate_limits as r (key, points, expire) values (${name}, 1, ${end})
    on conflict (key) do update set
      points = case when r.expire <= ${now} then 1 else r.points + 1 end,
      expire = case when r.expire <= ${now} then ${end} else r.expire end
    returning points`.execute(db);
  return Number(rows[0]?.points ?? 0) > calls;
}
