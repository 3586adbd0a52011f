import { randomBytes } from 'node:crypto';
import type { Role } from '../../api/route.js';
import { MINUTE_MS } from '../../support/durations.js';
import { isLoopback } from '../../system/address-list.js';
import { BadRequest, Forbidden, NotFound, Unauthenticated } from '../failures.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { AuditLog } from '../store/audit-log.js';
import type { TenantStore } from '../store/layer/store.js';
import { keepState, peekState, takeState } from '../store/login-states.js';
import { hashOf } from './api-key.js';
import { asksLoopback, headerOf, sessionCookieName } from './credentials.js';
import type { LoginAnswer, LoginCall } from './login-flow.js';
import { scopesOf } from './principal.js';
import { type SessionDraft, sessionCookie } from './session.js';
import { signIn } from './sign-in.js';

const LINK_MS = 10 * MINUTE_MS;

/** The user whom a link signs in. */
export interface LinkUser {
  tenantId: string;
  subject: string;
  role: Role;
}

/**
 * Makes a link that signs its user in once, within ten minutes, in a browser of this machine, and returns its path. Whoever may read the
 * server's output may use it, so it is made for the operator alone. The database holds only the hash of the ticket in it.
 */
export async function makeSignInLink(ground: Ground, { tenantId, subject, role }: LinkUser): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const state = {
    kind: 'link',
    state: hashOf(ticket),
    data: { tenant_id: tenantId, subject, role },
    expiresAt: timeOf(ground, LINK_MS),
  } as const;
  await ground.store.write(tenantId, async (store, shared) => {
    await keepState(shared, state);
    await noteLink(ground, store, { subject, role });
  });
  return `/v1/auth/link?ticket=${ticket}`;
}

async function noteLink(ground: Ground, store: TenantStore, details: Pick<LinkUser, 'subject' | 'role'>): Promise<void> {
  await new AuditLog(store, ground.ring).append({
    event_id: newId('aud'),
    timestamp: timeOf(ground),
    actor: 'operator:link',
    auth_method: 'operator',
    action: 'sign_in_link.create',
    target_type: 'sign_in_link',
    target_id: null,
    outcome: 'success',
    request_id: newId('req'),
    trace_id: '0'.repeat(32),
    details: { ...details },
  });
}

const USED_UP =
  'This link has been used, is older than ten minutes, or is not one of this server. For a new one, stop the server and start it again: it shows a new link at its start.';

/**
 * Takes the ticket and opens the session of its user, in one transaction: of two requests with one ticket, one gets the session. Rejects
 * with NotFound where links do not sign in, Forbidden for a request from elsewhere, and Unauthenticated for a ticket that is unknown, used
 * or too old.
 */
export async function useSignInLink(call: LoginCall, ticket: string): Promise<LoginAnswer> {
  const { ground, presented, request } = call;
  if (!ground.options.signInLinks) throw new NotFound('sign-in by a link');
  if (!isLoopback(presented.peer) || !asksLoopback(presented))
    throw new Forbidden('A link that signs in works on the machine of the server alone.');
  refusePrefetch(call);
  const state = hashOf(ticket);
  const tenantId = (await ground.store.shared((shared) => peekState(shared, 'link', state)))?.['tenant_id'];
  if (typeof tenantId !== 'string') throw new Unauthenticated(USED_UP);
  const { session } = await signIn(
    ground,
    tenantId,
    async (_, shared) => {
      const user = await takeState(shared, 'link', state, timeOf(ground));
      if (!user) throw new Unauthenticated(USED_UP);
      return draftOf(user);
    },
    request,
  );
  const cookie = sessionCookie(sessionCookieName(presented, ground.options), session.id);
  return { status: 303, headers: { location: '/', 'set-cookie': cookie, 'referrer-policy': 'no-referrer' } };
}

function draftOf({ subject, role }: Readonly<Record<string, unknown>>): SessionDraft {
  const known: Role = role === 'admin' || role === 'analyst' ? role : 'viewer';
  return { subject: String(subject), role: known, scopes: scopesOf[known], openedBy: 'link' };
}

/** A browser that loads an address before its user asks for it must not use the link up. */
function refusePrefetch({ presented }: LoginCall): void {
  const purpose = [headerOf(presented, 'sec-purpose'), headerOf(presented, 'purpose'), headerOf(presented, 'x-moz')].join(' ');
  if (/prefetch|preview|prerender/i.test(purpose)) throw new BadRequest('A link that signs in is not loaded ahead of time.');
}
