import { Unauthenticated } from '../failures.js';
import { type ControlPlane, timeOf } from '../plane.js';
import { findCredential } from '../store/lookup.js';
import { SessionRepository, type SessionRow } from '../store/sessions.js';
import { hashOf } from './api-key.js';
import type { Authenticator } from './authenticator.js';
import { cookieOf, sessionCookieName } from './credentials.js';
import type { Principal } from './principal.js';
import { csrfTokenOf, IDLE_MS } from './session.js';

/** How much of the idle time goes by before the database is told that a session is still in use. */
const TOUCH_MS = 60_000;

/** The browser's cookie; that a request which changes something was meant, own-intent.ts asks. */
export const sessions: Authenticator = {
  presents: (request, { options }) => cookieOf(request, sessionCookieName(request, options)) !== undefined,
  async authenticate(request, plane) {
    const id = cookieOf(request, sessionCookieName(request, plane.options)) ?? '';
    const row = /^[\w-]{43}$/.test(id) ? await findCredential(plane.store, 'session', hashOf(id)) : undefined;
    const now = timeOf(plane);
    if (!row || row.expires_at <= now || row.idle_expires_at <= now) throw new Unauthenticated('the session is not valid');
    const csrfToken = csrfTokenOf(id);
    const idleExpiresAt = await stillUsed(row, plane);
    return principalOf(row, { csrfToken, idleExpiresAt });
  },
};

async function stillUsed(row: SessionRow, plane: ControlPlane): Promise<string> {
  const until = timeOf(plane, IDLE_MS);
  if (Date.parse(until) - Date.parse(row.idle_expires_at) < TOUCH_MS) return row.idle_expires_at;
  try {
    await plane.store.write(row.tenant_id, (store) => new SessionRepository(store).touch(row.session_hash, until));
    return until;
  } catch (error) {
    // A database that can only be read still answers reads.
    plane.log.warn({ err: error }, 'the use of a session could not be noted');
    return row.idle_expires_at;
  }
}

function principalOf(row: SessionRow, { csrfToken, idleExpiresAt }: { csrfToken: string; idleExpiresAt: string }): Principal {
  return {
    tenantId: row.tenant_id,
    subject: row.subject,
    actor: row.key_id === null ? `user:${row.subject}` : `key:${row.key_id}`,
    role: row.role as Principal['role'],
    scopes: JSON.parse(row.scopes),
    method: 'session',
    ...(row.key_id !== null && { keyId: row.key_id }),
    session: { hash: row.session_hash, csrfToken, openedBy: row.auth_method, expiresAt: row.expires_at, idleExpiresAt },
  };
}
