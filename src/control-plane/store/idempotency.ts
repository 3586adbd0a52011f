import { createHash } from 'node:crypto';
import type { TenantStore } from './store.js';

/** Callers put into their keys what they like; to know one again its hash is enough. */
function stored(route: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([route, key]))
    .digest('hex');
}

/** What an idempotency key stands for. */
export interface Reservation {
  route: string;
  key: string;
  /** SHA-256 of the body. */
  bodyHash: string;
  now: string;
  expiresAt: string;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type Reserved = 'new' | 'other_body' | 'in_flight' | StoredAnswer;

/** Takes a key in the transaction of the effect, or says what became of it. */
export async function reserve(
  { db, tenantId }: TenantStore,
  { route, key: given, bodyHash, now, expiresAt }: Reservation,
): Promise<Reserved> {
  const key = stored(route, given);
  await db
    .deleteFrom('idempotency')
    .where('tenant_id', '=', tenantId)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('expires_at', '<=', now)
    .execute();
  const row = { tenant_id: tenantId, route, key, body_hash: bodyHash, status: null, headers: null, response: null, created_at: now };
  const inserted = await db
    .insertInto('idempotency')
    .values({ ...row, expires_at: expiresAt })
    .onConflict((clash) => clash.columns(['tenant_id', 'route', 'key']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return 'new';
  const known = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'status', 'headers', 'response'])
    .where('tenant_id', '=', tenantId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known?.status == null) return 'in_flight';
  if (known.body_hash !== bodyHash) return 'other_body';
  return { status: known.status, headers: JSON.parse(known.headers ?? '{}'), body: known.response ?? '' };
}

/** Keeps the answer for whoever asks again. */
export async function keepAnswer(store: TenantStore, route: string, key: string, answer: StoredAnswer): Promise<void> {
  await store.db
    .updateTable('idempotency')
    .set({ status: answer.status, headers: JSON.stringify(answer.headers), response: answer.body })
    .where('tenant_id', '=', store.tenantId)
    .where('route', '=', route)
    .where('key', '=', stored(route, key))
    .execute();
}
