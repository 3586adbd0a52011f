import { newId } from '../ids.js';
import { type ControlPlane, timeOf } from '../plane.js';
import { AuditLog } from '../store/audit-log.js';
import type { TenantStore } from '../store/store.js';
import type { Federated } from './federated.js';
import { KeyLife } from './key-life.js';
import { type RequestIdentity, scopesOf } from './principal.js';
import { type OpenedSession, openSession, type SessionDraft } from './session.js';

const HOUR_MS = 3_600_000;

/** Opens a session and keeps that in the audit chain, in one transaction. */
export function signIn(plane: ControlPlane, tenantId: string, draft: SessionDraft, request: RequestIdentity): Promise<OpenedSession> {
  return plane.store.write(tenantId, async (store, shared) => {
    const opened = await openSession(plane, store, shared, draft);
    const actor = draft.keyId === undefined ? `user:${draft.subject}` : `key:${draft.keyId}`;
    const details = { subject: draft.subject, role: draft.role };
    await note(plane, store, { actor, method: draft.openedBy, action: 'session.create', target: null, details, request });
    return opened;
  });
}

export interface ShortKey {
  keyId: string;
  secret: string;
  expiresAt: string;
}

/** Makes a key that is good for an hour in place of a session: what a sign-in is worth to a program. */
export function shortKey(plane: ControlPlane, user: Federated, method: 'oidc' | 'saml', request: RequestIdentity): Promise<ShortKey> {
  const { tenantId, subject, role } = user;
  return plane.store.write(tenantId, async (store, shared) => {
    const actor = `user:${subject}`;
    const wish = { name: `${method} sign-in ${newId('in').slice(-10)}`, role, scopes: scopesOf[role], subject, lifetimeMs: HOUR_MS };
    const { row, secret } = await new KeyLife(plane, store, shared).insert(wish, actor);
    const details = { name: row.name, subject, role };
    await note(plane, store, { actor, method, action: 'key.create', target: row.key_id, details, request });
    return { keyId: row.key_id, secret, expiresAt: row.expires_at };
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

async function note(plane: ControlPlane, store: TenantStore, { actor, method, action, target, details, request }: Noted): Promise<void> {
  await new AuditLog(store, plane.ring).append({
    event_id: newId('aud'),
    timestamp: timeOf(plane),
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
