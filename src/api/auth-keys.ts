import { z } from 'zod';
import { flag, id, line, paged, paging, time } from './fields.js';
import { roles, routeTable, scopes } from './route.js';

export const keyDraft = z.strictObject({
  name: line(100),
  role: z.enum(roles).optional(),
  /** A subset of what the role allows; absent: all of it. */
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).optional(),
  /** The user that the key belongs to; absent: the caller. */
  subject: line(200).optional(),
  /** The one source that the key may push to, and whose policies it may read. */
  source_id: id('src').optional(),
  expires_in_days: z.number().int().min(1).max(90).optional(),
});

export const key = z.object({
  key_id: z.string(),
  tenant_id: z.string(),
  name: z.string(),
  subject: z.string(),
  role: z.enum(roles),
  scopes: z.array(z.enum(scopes)),
  source_id: z.string().nullable(),
  status: z.enum(['active', 'expired', 'revoked']),
  created_by: z.string(),
  created_at: time,
  expires_at: time,
  revoked_at: time.nullable(),
  last_used_at: time.nullable(),
  /** The key that this one replaced. */
  replaces: z.string().nullable(),
});

/** A key with its secret. Only the answer that creates a key ever holds it. */
export const issuedKey = key.extend({ api_key: z.string() });

const keyId = z.object({ key_id: id('key') });
const closed = { role: 'admin', scope: 'admin' } as const;

/**
 * Routes with which administrators create, list, rotate and revoke API keys. No secret is stored, so the creation of a
 * key cannot be replayed.
 */
export const keyRoutes = routeTable({
  createKey: {
    ...closed,
    method: 'POST',
    path: '/v1/auth/keys',
    summary: 'Create an API key; its secret is shown this once',
    audit: 'key.create',
    body: keyDraft,
    response: issuedKey,
    status: 201,
    errors: [404, 409],
  },
  listKeys: {
    ...closed,
    method: 'GET',
    path: '/v1/auth/keys',
    summary: 'List API keys, without secrets or hashes',
    query: z.object({ ...paging, active: flag.optional(), subject: line().optional() }),
    response: paged(key),
    status: 200,
  },
  getKey: {
    ...closed,
    method: 'GET',
    path: '/v1/auth/keys/{key_id}',
    summary: 'Load one API key',
    params: keyId,
    response: key,
    status: 200,
    errors: [404],
  },
  rotateKey: {
    ...closed,
    method: 'POST',
    path: '/v1/auth/keys/{key_id}/rotate',
    summary: 'Replace an API key; the old one works on for the overlap',
    audit: 'key.rotate',
    params: keyId,
    body: z
      .strictObject({ overlap_hours: z.number().min(0).max(24).optional(), expires_in_days: z.number().int().min(1).max(90).optional() })
      .optional(),
    response: issuedKey,
    status: 201,
    errors: [404, 409],
  },
  revokeKey: {
    ...closed,
    method: 'DELETE',
    path: '/v1/auth/keys/{key_id}',
    summary: 'Revoke an API key and end the sessions opened with it',
    audit: 'key.revoke',
    params: keyId,
    status: 204,
    errors: [404, 409],
  },
});
