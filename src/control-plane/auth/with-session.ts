import { MINUTE_MS } from '../../support/durations.js';
import { Unauthenticated } from '../failures.js';
import { type Ground, timeOf, timesOf } from '../ground/ground.js';
import { findCredential } from '../store/lookup.js';
import { SessionRepository, type SessionRow } from '../store/sessions.js';
import { hashOf } from './api-key.js';
import type { Authenticator } from './authenticator.js';
import { cookieOf, sessionCookieName } from './credentials.js';
import type { Principal } from './principal.js';
import { csrfTokenOf, IDLE_MS, SESSION_MS } from './session.js';

/** How often the database is updated with the last use of a session. */
const TOUCH_MS = MINUTE_MS;

/** The browser's session cookie. own-intent.ts checks that the user meant a request that changes something. */
export const sessions: Authenticator = {
  presents: (request, { options }) => cookieOf(request, sessionCookieName(request, options)) !== undefined,
  async authenticate(request, ground) {
    const id = cookieOf(request, sessionCookieName(request, ground.options)) ?? '';
    const row = /^[\w-]{43}$/.test(id) ? await findCredential(ground.store, 'session', hashOf(id)) : undefined;
    const now = timeOf(ground);
    if (!row || row.expires_at <= now || row.idle_expires_at <= now) throw new Unauthenticated('the session is not valid');
    const csrfToken = csrfTokenOf(id);
    return principalOf(request.isRecheck ? row : await stillUsed(row, ground), csrfToken);
  },
};

/**
 * The session with its current end times. They are never later than those of a new session, because the clock may have
 * been set back.
 */
async function stillUsed(row: SessionRow, ground: Ground): Promise<SessionRow> {
  const [latest, idle] = timesOf(ground, SESSION_MS, IDLE_MS);
  const ends = { expires_at: [row.expires_at, latest].sort()[0] ?? latest, idle_expires_at: idle };
  if (Math.abs(Date.parse(ends.idle_expires_at) - Date.parse(row.idle_expires_at)) < TOUCH_MS) return row;
  try {
    await ground.store.write(row.tenant_id, (store) => new SessionRepository(store).touch(row.session_hash, ends));
    return { ...row, ...ends };
  } catch (error) {
    // A read-only database must still answer reads.
    ground.log.warn({ err: error }, 'the use of a session could not be noted');
    return row;
  }
}

function principalOf(row: SessionRow, csrfToken: string): Principal {
  return {
    tenantId: row.tenant_id,
    subject: row.subject,
    actor: row.key_id === null ? `user:${row.subject}` : `key:${row.key_id}`,
    role: row.role,
    scopes: row.scopes,
    method: 'session',
    ...(row.key_id !== null && { keyId: row.key_id }),
    session: {
      hash: row.session_hash,
      csrfToken,
      openedBy: row.auth_method,
      expiresAt: row.expires_at,
      idleExpiresAt: row.idle_expires_at,
    },
  };
}
