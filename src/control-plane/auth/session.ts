import { createHash, randomBytes } from 'node:crypto';
import type { KeyScope, Role } from '../../api/route.js';
import { MINUTE_MS } from '../../support/durations.js';
import { type Ground, timesOf } from '../ground/ground.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import { SessionRepository } from '../store/sessions.js';
import { hashOf } from './api-key.js';

/** Absolute lifetime of a session. */
export const SESSION_MS = 8 * 60 * MINUTE_MS;
/** Idle time after which a session ends. */
export const IDLE_MS = 60 * MINUTE_MS;

export interface SessionDraft {
  subject: string;
  role: Role;
  scopes: readonly KeyScope[];
  openedBy: 'api_key' | 'oidc' | 'saml' | 'link';
  keyId?: string;
  /** The session must not outlive the key that it was opened with. */
  notAfter?: string;
}

export interface OpenedSession {
  /** Sent only in the cookie. */
  id: string;
  csrfToken: string;
  hash: string;
  expiresAt: string;
  idleExpiresAt: string;
}

/** Opens a session in the caller's transaction. */
export async function openSession(ground: Ground, store: TenantStore, shared: SharedStore, draft: SessionDraft): Promise<OpenedSession> {
  const id = randomBytes(32).toString('base64url');
  const [createdAt, latest, idleExpiresAt] = timesOf(ground, 0, SESSION_MS, IDLE_MS);
  const expiresAt = draft.notAfter !== undefined && draft.notAfter < latest ? draft.notAfter : latest;
  const opened = { id, csrfToken: csrfTokenOf(id), hash: hashOf(id), expiresAt, idleExpiresAt };
  await new SessionRepository(store).create(shared, {
    session_hash: opened.hash,
    subject: draft.subject,
    role: draft.role,
    scopes: draft.scopes,
    auth_method: draft.openedBy,
    key_id: draft.keyId ?? null,
    created_at: createdAt,
    expires_at: expiresAt,
    idle_expires_at: idleExpiresAt,
  });
  return opened;
}

/**
 * The CSRF token of a session. It is a one-way function of the id, so a page may hold the token while no script sees
 * the id.
 */
export function csrfTokenOf(sessionId: string): string {
  return createHash('sha256').update('csrf\n').update(sessionId).digest('base64url');
}

/** `Set-Cookie` for a session; an empty id removes the cookie. */
export function sessionCookie(name: string, id: string): string {
  const secure = name.startsWith('__Host-') ? '; Secure' : '';
  const age = id === '' ? '; Max-Age=0' : `; Max-Age=${SESSION_MS / 1000}`;
  return `${name}=${id}; Path=/; HttpOnly; SameSite=Strict${secure}${age}`;
}
