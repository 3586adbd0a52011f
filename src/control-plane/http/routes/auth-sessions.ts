import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { listedSession, sessionRoutes } from '../../../api/auth-sessions.js';
import type { Principal } from '../../auth/principal.js';
import { IDLE_MS } from '../../auth/session.js';
import { NotFound } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { isOf } from '../../store/keys.js';
import { pageOfRows } from '../../store/layer/paging.js';
import type { TenantStore } from '../../store/layer/store.js';
import { membersOf } from '../../store/members.js';
import { SessionRepository, type SessionRow } from '../../store/sessions.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

export const sessionHandlers: Handlers<typeof sessionRoutes> = {
  listSessions: async (call) => {
    const { plane, store, principal, query } = call;
    const rows = await visible(store, principal, timeOf(plane), query.mine === true);
    const page = pageRequest(call, 'sessions');
    const [after] = page.after ?? [];
    const start = typeof after === 'string' ? rows.findIndex((row) => sessionId(row) === after) + 1 : 0;
    const some = rows.slice(start, start + page.limit + 1);
    return {
      body: pageOfRows(
        page,
        some,
        (row) => [sessionId(row)],
        (row) => shown(row, principal),
      ),
    };
  },
  endSession: async ({ plane, store, shared, principal, params }) => {
    const row = (await visible(store, principal, timeOf(plane), false)).find((one) => sessionId(one) === params.session_id);
    if (!row) throw new NotFound('session');
    await new SessionRepository(store).end(shared, row.session_hash);
    return { audit: { target_id: params.session_id, details: { subject: row.subject } } };
  },
  listMembers: async (call) => {
    const { plane, store } = call;
    const page = pageRequest(call, 'members');
    const all = await membersOf(store, timeOf(plane), IDLE_MS);
    const [after] = page.after ?? [];
    const rest = typeof after === 'string' ? all.slice(all.findIndex(({ subject }) => subject === after) + 1) : all;
    return {
      body: pageOfRows(
        page,
        rest.slice(0, page.limit + 1),
        ({ subject }) => [subject],
        (member) => member,
      ),
    };
  },
};

/** Open sessions that the caller may see, newest first. */
async function visible(store: TenantStore, { role, subject }: Principal, now: string, mine: boolean): Promise<SessionRow[]> {
  const rows = await new SessionRepository(store).open(now);
  return role === 'admin' && !mine ? rows : rows.filter(isOf([subject]));
}

/** A one-way function of what the database holds of a session, which is a one-way function of the cookie. */
function sessionId({ session_hash }: SessionRow): string {
  return `ses_${createHash('sha256').update('session\n').update(session_hash).digest('hex').slice(0, 26)}`;
}

function shown(row: SessionRow, { session }: Principal): z.input<typeof listedSession> {
  const { tenant_id, subject, role, auth_method, key_id, created_at, expires_at, idle_expires_at, session_hash } = row;
  return {
    session_id: sessionId(row),
    ...{ tenant_id, subject, role, key_id, created_at, expires_at, idle_expires_at },
    opened_by: auth_method,
    last_used_at: new Date(Date.parse(idle_expires_at) - IDLE_MS).toISOString(),
    current: session?.hash === session_hash,
  };
}
