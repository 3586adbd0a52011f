import { HOUR_MS } from '../../support/durations.js';
import { Unauthenticated } from '../failures.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { AuditLog } from '../store/audit-log.js';
import { KeyRepository } from '../store/keys.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import type { AssertedUser } from './claim-mapping.js';
import { admitInTransaction, type FederatedUser } from './federated.js';
import { KeyLife } from './key-life.js';
import { type RequestIdentity, scopesOf } from './principal.js';
import { type OpenedSession, openSession, type SessionDraft } from './session.js';
import { isActive } from './with-api-key.js';

/**
 * Opens a session and writes its audit event, in one transaction. In it `draftOf` checks again whether the user is
 * admitted, so a credential that is revoked at the same moment opens no session.
 */
export function signIn(
  ground: Ground,
  tenantId: string,
  draftOf: (store: TenantStore, shared: SharedStore) => Promise<SessionDraft>,
  request: RequestIdentity,
): Promise<SignedIn> {
  return ground.store.write(tenantId, async (store, shared) => {
    const draft = await draftOf(store, shared);
    const session = await openSession(ground, store, shared, draft);
    const { subject, role } = draft;
    const actor = draft.keyId === undefined ? `user:${subject}` : `key:${draft.keyId}`;
    await note(ground, store, {
      actor,
      method: draft.openedBy,
      action: 'session.create',
      target: null,
      details: { subject, role },
      request,
    });
    return { session, draft };
  });
}

/** The session draft for an API key. Rejects with Unauthenticated for a key that was revoked meanwhile. */
export async function draftOfKey(ground: Ground, store: TenantStore, keyId: string): Promise<SessionDraft> {
  const keys = new KeyRepository(store);
  await keys.lock();
  const key = await keys.find(keyId);
  if (!key || !isActive(key, timeOf(ground))) throw new Unauthenticated('the credential is not valid');
  const { subject, expires_at } = key;
  return { subject, role: key.role, scopes: key.scopes, openedBy: 'api_key', keyId, notAfter: expires_at };
}

/** The session draft for a user whom a provider has signed in. */
export async function draftOfUser(store: TenantStore, user: AssertedUser, openedBy: 'oidc' | 'saml'): Promise<SessionDraft> {
  const { subject, role } = await admitInTransaction(store, user);
  return { subject, role, scopes: scopesOf[role], openedBy };
}

/** A session and its user. */
export interface SignedIn {
  session: OpenedSession;
  draft: SessionDraft;
}

export interface ShortKey extends Pick<FederatedUser, 'subject' | 'role'> {
  keyId: string;
  secret: string;
  expiresAt: string;
}

/** Creates a key that is valid for an hour instead of a session, for sign-ins by programs. */
export function shortKey(ground: Ground, user: AssertedUser, method: 'oidc' | 'saml', request: RequestIdentity): Promise<ShortKey> {
  return ground.store.write(user.tenantId, async (store, shared) => {
    const { subject, role } = await admitInTransaction(store, user);
    const actor = `user:${subject}`;
    const wish = { name: `${method} sign-in ${newId('in').slice(-10)}`, role, scopes: scopesOf[role], subject, lifetimeMs: HOUR_MS };
    const { row, secret } = await new KeyLife(ground, store, shared).insert(wish, actor);
    const details = { name: row.name, subject, role };
    await note(ground, store, { actor, method, action: 'key.create', target: row.key_id, details, request });
    return { keyId: row.key_id, secret, subject, role, expiresAt: row.expires_at };
  });
}

interface Noted {
  actor: string;
  method: string;
  action: string;
  target: string | null;
  details: Record<string, unknown>;
  request: RequestIdentity;
}

async function note(ground: Ground, store: TenantStore, { actor, method, action, target, details, request }: Noted): Promise<void> {
  await new AuditLog(store, ground.ring).append({
    event_id: newId('aud'),
    timestamp: timeOf(ground),
    actor,
    auth_method: method,
    action,
    target_type: action.split('.')[0] ?? action,
    target_id: target,
    outcome: 'success',
    request_id: request.requestId,
    trace_id: request.traceId,
    details,
  });
}
