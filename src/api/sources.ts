import { z } from 'zod';
import { flag, id, json, labels, line, pageOf, paging, text, time } from './fields.js';
import { routeTable } from './route.js';
import { sourceKinds } from './source-scope.js';

const credentialMode = z
  .enum(['none', 'reference', 'credential_ref'])
  .transform((mode) => (mode === 'credential_ref' ? 'reference' : mode));

const editable = {
  display_name: line(),
  description: text(2000).optional(),
  owner: line().optional(),
  connector_name: line(100).optional(),
  credential_mode: credentialMode.optional(),
  enabled: z.boolean().optional(),
  labels: labels.optional(),
};

/** `scope` is checked against the kind by its handler, so that the complaint names the kind's own fields. */
export const sourceDraft = z.strictObject({
  ...editable,
  kind: z.enum(sourceKinds),
  credential_ref: id('crd').optional(),
  scope: json.optional(),
});

export const sourceUpdate = z.strictObject({
  ...editable,
  display_name: line().optional(),
  description: text(2000).nullable().optional(),
  /** null detaches it. */
  credential_ref: id('crd').nullable().optional(),
  scope: json.optional(),
});

export const source = z.object({
  source_id: z.string(),
  tenant_id: z.string(),
  kind: z.enum(sourceKinds),
  display_name: z.string(),
  description: z.string().nullable(),
  status: z.enum(['configured', 'healthy', 'degraded', 'disabled', 'retired']),
  owner: z.string(),
  connector_name: z.string().nullable(),
  credential_mode: z.enum(['none', 'reference']),
  credential_ref: z.string().nullable(),
  enabled: z.boolean(),
  scope: json,
  labels,
  created_at: time,
  updated_at: time,
  last_run_at: time.nullable(),
  last_success_at: time.nullable(),
});

export const sourceId = z.object({ source_id: id('src') });

export const sourceRoutes = routeTable({
  createSource: {
    method: 'POST',
    path: '/v1/sources',
    summary: 'Create a source',
    role: 'analyst',
    scope: 'scan',
    audit: 'source.create',
    body: sourceDraft,
    response: source,
    status: 201,
    idempotency: 'accepted',
    errors: [409],
  },
  listSources: {
    method: 'GET',
    path: '/v1/sources',
    summary: 'List sources',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, kind: z.enum(sourceKinds).optional(), enabled: flag.optional() }),
    response: pageOf(source),
    status: 200,
  },
  getSource: {
    method: 'GET',
    path: '/v1/sources/{source_id}',
    summary: 'Load one source with its health and what is linked to it',
    role: 'viewer',
    scope: 'read',
    params: sourceId,
    response: source,
    status: 200,
    errors: [404],
  },
});
