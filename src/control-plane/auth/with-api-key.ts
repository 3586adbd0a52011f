import { Unauthenticated } from '../failures.js';
import { type ControlPlane, timeOf } from '../plane.js';
import { KeyRepository, type KeyRow, tenantOf } from '../store/keys.js';
import { hashOf, parseKey, sameHash } from './api-key.js';
import type { Authenticator, RequestHeaders } from './authenticator.js';
import type { Principal } from './principal.js';

/** `Authorization: Bearer svc_…` or `X-API-Key`. */
export const apiKeys: Authenticator = {
  presents: ({ headers }) => presentedKey(headers) !== undefined,
  authenticate: ({ headers }, plane) => principalOfKey(presentedKey(headers) ?? '', plane),
};

function presentedKey(headers: RequestHeaders): string | undefined {
  const { authorization } = headers;
  const own = headers['x-api-key'];
  if (typeof own === 'string') return own;
  const [, bearer] = typeof authorization === 'string' ? (/^Bearer +(svc_\S+)$/i.exec(authorization) ?? []) : [];
  return bearer;
}

/** The principal behind a key's secret; also what exchanges a key for a session asks. */
export async function principalOfKey(secret: string, plane: ControlPlane): Promise<Principal> {
  const parsed = parseKey(secret);
  if (!parsed) throw refused();
  const tenantId = await plane.store.shared((shared) => tenantOf(shared, 'key', parsed.keyId));
  if (tenantId === undefined) throw refused();
  const row = await plane.store.read(tenantId, (store) => new KeyRepository(store).find(parsed.keyId));
  if (!row || !sameHash(row.hash, hashOf(parsed.token)) || !isActive(row, timeOf(plane))) throw refused();
  return {
    tenantId,
    subject: row.subject,
    actor: `key:${row.key_id}`,
    role: row.role as Principal['role'],
    scopes: JSON.parse(row.scopes),
    method: 'api_key',
    keyId: row.key_id,
    ...(row.source_id !== null && { sourceId: row.source_id }),
  };
}

function isActive({ revoked_at, expires_at }: KeyRow, now: string): boolean {
  return (revoked_at === null || revoked_at > now) && expires_at > now;
}

/** One message for all reasons: who guesses learns nothing. */
function refused(): Unauthenticated {
  return new Unauthenticated('the credential is not valid');
}
