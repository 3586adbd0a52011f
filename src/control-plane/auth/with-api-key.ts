import { MINUTE_MS } from '../../support/durations.js';
import { Unauthenticated } from '../failures.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { KeyRepository, type KeyRow } from '../store/keys.js';
import { findCredential } from '../store/lookup.js';
import { hashOf, parseKey, sameHash } from './api-key.js';
import type { Authenticator, RequestHeaders } from './authenticator.js';
import { bearerOf } from './credentials.js';
import type { Principal } from './principal.js';

/** Precision of a key's last use; an exact time would make every read a write. */
const USED_MS = 15 * MINUTE_MS;

/** `Authorization: Bearer svc_…` or `X-API-Key`. */
export const apiKeys: Authenticator = {
  presents: ({ headers }) => presentedKey(headers) !== undefined,
  authenticate: async ({ headers, isRecheck }, ground) => {
    const secret = presentedKey(headers) ?? '';
    return principalOf(await (isRecheck ? knownKey(secret, ground) : activeKey(secret, ground)));
  },
};

function presentedKey(headers: RequestHeaders): string | undefined {
  const own = headers['x-api-key'];
  if (typeof own === 'string') return own;
  const bearer = bearerOf(headers);
  return bearer?.startsWith('svc_') ? bearer : undefined;
}

/** The key of a secret; records its use. Rejects with Unauthenticated, with the same message for every reason. */
export async function activeKey(secret: string, ground: Ground): Promise<KeyRow> {
  const row = await knownKey(secret, ground);
  await noteUse(row, ground, timeOf(ground));
  return row;
}

async function knownKey(secret: string, ground: Ground): Promise<KeyRow> {
  const parsed = parseKey(secret);
  const row = parsed && (await findCredential(ground.store, 'key', parsed.keyId));
  if (!parsed || !row || !sameHash(row.hash, hashOf(parsed.token)) || !isActive(row, timeOf(ground))) {
    throw new Unauthenticated('the credential is not valid');
  }
  return row;
}

/** True while a key is valid. */
export function isActive({ revoked_at, expires_at }: Pick<KeyRow, 'revoked_at' | 'expires_at'>, now: string): boolean {
  return revoked_at === null && expires_at > now;
}

async function noteUse(row: KeyRow, ground: Ground, now: string): Promise<void> {
  if (row.last_used_at !== null && Math.abs(Date.parse(now) - Date.parse(row.last_used_at)) < USED_MS) return;
  try {
    await ground.store.write(row.tenant_id, (store) => new KeyRepository(store).used(row.key_id, now));
  } catch (error) {
    // A read-only database must still answer reads.
    ground.log.warn({ err: error }, 'the use of a key could not be noted');
  }
}

function principalOf(row: KeyRow): Principal {
  return {
    tenantId: row.tenant_id,
    subject: row.subject,
    actor: `key:${row.key_id}`,
    role: row.role,
    scopes: row.scopes,
    method: 'api_key',
    keyId: row.key_id,
    ...(row.source_id !== null && { sourceId: row.source_id }),
  };
}
