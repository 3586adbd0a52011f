import { createHash } from 'node:crypto';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';

/** Keys may contain anything, so only their hash is stored, which is enough to recognise them. */
function stored(route: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([route, key]))
    .digest('hex');
}

/** The request that an idempotency key belongs to. */
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

/** Reserves a key in the transaction of the change, or returns what was stored for it. */
export async function reserve(store: TenantStore, { route, key: given, bodyHash, now, expiresAt }: Reservation): Promise<Reserved> {
  const keys = tenantTable(store, 'idempotency');
  const key = stored(route, given);
  await keys.removing({ route, key }).where('expires_at', '<=', now).execute();
  const row = { route, key, body_hash: bodyHash, status: null, headers: null, response: null, created_at: now };
  if (await keys.createNew({ ...row, expires_at: expiresAt })) return 'new';
  const known = await keys.find({ route, key });
  if (known?.status == null) return 'in_flight';
  if (known.body_hash !== bodyHash) return 'other_body';
  return { status: known.status, headers: known.headers ?? {}, body: known.response ?? '' };
}

/** Stores the answer for repeated requests. */
export async function keepAnswer(store: TenantStore, route: string, key: string, { status, headers, body }: StoredAnswer): Promise<void> {
  await tenantTable(store, 'idempotency').update({ route, key: stored(route, key) }, { status, headers, response: body });
}
