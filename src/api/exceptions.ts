import { z } from 'zod';
import { id, line, moment, paged, paging, text, time } from './fields.js';
import { routeTable } from './route.js';

const statuses = ['pending', 'approved', 'rejected', 'revoked', 'expired'] as const;

const covers = {
  /** Any id of the vulnerability, or the id of the rule. */
  problem_id: line(200),
  /** Package that the exception holds for; without a version, for all of its versions. */
  purl: line(500).regex(/^pkg:/, 'expected a package URL'),
  fingerprint: z.string().regex(/^[0-9A-Za-z_-]{6,64}$/, 'expected the fingerprint of a finding'),
  source_id: id('src'),
};

const reason = text(2000).min(1);

export const exceptionDraft = z.strictObject({
  problem_id: covers.problem_id,
  purl: covers.purl.optional(),
  fingerprint: covers.fingerprint.optional(),
  source_id: covers.source_id.optional(),
  reason,
  expires_at: moment,
});

const exceptionUpdate = z.strictObject({
  purl: covers.purl.nullable().optional(),
  fingerprint: covers.fingerprint.nullable().optional(),
  source_id: covers.source_id.nullable().optional(),
  reason: reason.optional(),
  expires_at: moment.optional(),
  /** `updated_at` as the caller saw it: 409, with who changed what, when it is another by now. */
  expected_updated_at: time.optional(),
});

export const exception = z.object({
  exception_id: z.string(),
  tenant_id: z.string(),
  problem_id: z.string(),
  purl: z.string().nullable(),
  fingerprint: z.string().nullable(),
  source_id: z.string().nullable(),
  reason: z.string(),
  status: z.enum(statuses),
  requested_by: z.string(),
  decided_by: z.string().nullable(),
  decision_note: z.string().nullable(),
  expires_at: time,
  created_at: time,
  decided_at: time.nullable(),
  updated_at: time,
});

const exceptionId = z.object({ exception_id: id('exc') });
const one = { params: exceptionId, response: exception, status: 200 } as const;
const decision = {
  ...one,
  method: 'POST',
  role: 'admin',
  scope: 'admin',
  body: z.strictObject({ note: text(2000).optional() }).optional(),
  idempotency: 'accepted',
  errors: [404, 409],
} as const;

/** Routes of exceptions: an analyst asks for one, and another person with the role admin decides. */
export const exceptionRoutes = routeTable({
  createException: {
    method: 'POST',
    path: '/v1/exceptions',
    summary: 'Ask to live with a problem until a day, at most 365 days ahead',
    role: 'analyst',
    scope: 'scan',
    audit: 'exception.create',
    body: exceptionDraft,
    response: exception,
    status: 201,
    idempotency: 'accepted',
    errors: [404],
  },
  listExceptions: {
    method: 'GET',
    path: '/v1/exceptions',
    summary: 'List exceptions, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, status: z.enum(statuses).optional(), source_id: id('src').optional() }),
    response: paged(exception),
    status: 200,
  },
  getException: {
    ...one,
    method: 'GET',
    path: '/v1/exceptions/{exception_id}',
    summary: 'Load one exception',
    role: 'viewer',
    scope: 'read',
    errors: [404],
  },
  updateException: {
    ...one,
    method: 'PUT',
    path: '/v1/exceptions/{exception_id}',
    summary: 'Change a request that nobody has decided on; who changes it has asked for it',
    role: 'analyst',
    scope: 'scan',
    audit: 'exception.update',
    body: exceptionUpdate,
    errors: [404, 409],
  },
  approveException: {
    ...decision,
    path: '/v1/exceptions/{exception_id}/approve',
    summary: 'Approve a request of somebody else',
    audit: 'exception.approve',
  },
  rejectException: {
    ...decision,
    path: '/v1/exceptions/{exception_id}/reject',
    summary: 'Reject a request',
    audit: 'exception.reject',
  },
  revokeException: {
    ...decision,
    path: '/v1/exceptions/{exception_id}/revoke',
    summary: 'End an approved exception now',
    audit: 'exception.revoke',
  },
  deleteException: {
    method: 'DELETE',
    path: '/v1/exceptions/{exception_id}',
    summary: 'Remove an exception that is not in force',
    role: 'admin',
    scope: 'admin',
    audit: 'exception.delete',
    params: exceptionId,
    status: 204,
    errors: [404, 409],
  },
});
