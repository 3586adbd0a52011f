import { z } from 'zod';
import { json, line, moment, paged, paging, time } from './fields.js';
import { routeTable } from './route.js';

const auditEvent = z.object({
  seq: z.number().int(),
  event_id: z.string(),
  tenant_id: z.string(),
  timestamp: time,
  actor: z.string(),
  auth_method: z.string(),
  action: z.string(),
  target_type: z.string(),
  target_id: z.string().nullable(),
  outcome: z.string(),
  request_id: z.string(),
  trace_id: z.string(),
  details: json,
  prev_hash: z.string(),
  key_id: z.string(),
  mac: z.string(),
});

const filters = {
  action: line(100).optional(),
  actor: line(200).optional(),
  target_type: line(100).optional(),
  target_id: line(200).optional(),
  outcome: line(50).optional(),
  from: moment.optional(),
  to: moment.optional(),
};

/** Routes of the audit chain. */
export const auditRoutes = routeTable({
  listAudit: {
    method: 'GET',
    path: '/v1/audit',
    summary: 'List audit events, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, ...filters }),
    response: paged(auditEvent),
    status: 200,
  },
  verifyAudit: {
    method: 'GET',
    path: '/v1/audit/verify',
    summary: 'Verify the whole chain of audit events',
    role: 'viewer',
    scope: 'read',
    response: z.object({
      valid: z.boolean(),
      events: z.number().int(),
      first_bad_seq: z.number().int().optional(),
      reason: z.string().optional(),
    }),
    status: 200,
  },
  exportAudit: {
    method: 'GET',
    path: '/v1/audit/export',
    summary: 'Export the chain as JSON lines that end in a sealed trailer',
    role: 'admin',
    scope: 'read',
    audit: 'audit.export',
    query: z.object({ format: z.enum(['jsonl']).optional() }),
    produces: 'application/x-ndjson',
    status: 200,
  },
});
