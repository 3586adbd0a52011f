import { z } from 'zod';
import { flag, id, paged, paging, time } from './fields.js';
import { roles, routeTable } from './route.js';

export const listedSession = z.object({
  /** Names the session and opens nothing. */
  session_id: z.string(),
  tenant_id: z.string(),
  subject: z.string(),
  role: z.enum(roles),
  /** How it was signed in: `api_key`, `oidc`, `saml`. */
  opened_by: z.string(),
  key_id: z.string().nullable(),
  created_at: time,
  /** To the minute. */
  last_used_at: time,
  expires_at: time,
  idle_expires_at: time,
  /** It is the session of this request. */
  current: z.boolean(),
});

export const member = z.object({
  subject: z.string(),
  /** The highest role that the member has been seen with; null for a provisioned user without one. */
  role: z.enum(roles).nullable(),
  /** Where the member is known from. */
  known_by: z.array(z.enum(['provisioning', 'key', 'session'])),
  /** False for a provisioned user who was deactivated. */
  active: z.boolean(),
  active_keys: z.number().int(),
  active_sessions: z.number().int(),
  last_used_at: time.nullable(),
});

/** Routes of sessions and members. */
export const sessionRoutes = routeTable({
  listSessions: {
    method: 'GET',
    path: '/v1/auth/sessions',
    summary: 'List sessions that are open, newest first: an administrator sees those of the tenant, others their own',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, mine: flag.optional() }),
    response: paged(listedSession),
    status: 200,
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/auth/sessions/{session_id}',
    summary: 'End a session; an administrator may end any of the tenant, others their own',
    role: 'viewer',
    scope: 'read',
    audit: 'session.delete',
    params: z.object({ session_id: id('ses') }),
    status: 204,
    errors: [404],
  },
  listMembers: {
    method: 'GET',
    path: '/v1/auth/members',
    summary: 'List who is known with which role: provisioned users, and owners of keys and sessions',
    role: 'admin',
    scope: 'admin',
    query: z.object(paging),
    response: paged(member),
    status: 200,
  },
});
