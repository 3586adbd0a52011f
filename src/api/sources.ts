import { z } from 'zod';
import { flag, id, json, labels, line, paged, paging, several, text, time } from './fields.js';
import { job, jobStatuses } from './jobs.js';
import { routeTable } from './route.js';
import { scopeAddresses, sourceKinds } from './source-scope.js';

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

/** The handler checks `scope` against the kind, so that an error names that kind's fields. */
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
  /** Null detaches the credential. */
  credential_ref: id('crd').nullable().optional(),
  scope: json.optional(),
  /** `updated_at` as the caller saw it: 409, with who changed what, when it is another by now. */
  expected_updated_at: time.optional(),
});

const sourceStatuses = ['configured', 'healthy', 'degraded', 'disabled', 'retired'] as const;

export const source = z.object({
  source_id: z.string(),
  tenant_id: z.string(),
  kind: z.enum(sourceKinds),
  display_name: z.string(),
  description: z.string().nullable(),
  status: z.enum(sourceStatuses),
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
  last_result: z
    .object({ job_id: z.string(), status: z.enum(jobStatuses), finished_at: time.nullable(), error: z.string().nullable() })
    .nullable(),
  health: z.object({ status: z.enum(['unknown', 'healthy', 'degraded']), reason: z.string().nullable() }),
});

/** A source in a list. */
export const listedSource = source.extend({
  open_findings: z.number().int(),
  /** The last check of its connector, or of the cloud connection that it reads; null for sources with neither. */
  connector_health: z.object({ name: z.string(), health: z.string(), checked_at: time.nullable() }).nullable(),
});

const count = z.number().int();

/** A source with the objects linked to it. */
export const sourceInFull = source.extend({
  linked: z.object({ jobs: count, active_jobs: count, schedules: count, evidence: count, open_findings: count }),
});

const sourceTest = z.object({
  status: z.enum(['ok', 'failed']),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
  tested_at: time,
});

export const cohortDraft = z.strictObject({
  source_ids: z
    .array(id('src'))
    .min(2)
    .max(32)
    .refine((ids) => new Set(ids).size === ids.length, 'must name each source once'),
  /** When the last job of the cohort ends, no job's data may be older than this. */
  max_age_hours: z.number().int().min(1).max(8760).optional(),
});

const launched = z.object({ job_id: z.string(), status: z.literal('queued') });
const launchedCohort = z.object({
  cohort_id: z.string(),
  manifest_hash: z.string(),
  status: z.enum(jobStatuses),
  max_age_hours: count,
  jobs: z.array(z.object({ source_id: z.string(), job_id: z.string() })),
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
    texts: scopeAddresses,
    body: sourceDraft,
    response: source,
    status: 201,
    idempotency: 'accepted',
    errors: [404, 409],
  },
  listSources: {
    method: 'GET',
    path: '/v1/sources',
    summary: 'List sources',
    role: 'viewer',
    scope: 'read',
    query: z.object({
      ...paging,
      kind: several(sourceKinds).optional(),
      status: several(sourceStatuses).optional(),
      enabled: flag.optional(),
      owner: line().optional(),
      /** `key:value`. */
      label: line(300)
        .regex(/^[A-Za-z0-9._/-]{1,63}:/, 'expected a label like team:web')
        .optional(),
      /** Part of the name, ignoring case. */
      q: line().optional(),
    }),
    response: paged(listedSource),
    status: 200,
  },
  getSource: {
    method: 'GET',
    path: '/v1/sources/{source_id}',
    summary: 'Load one source with its health and what is linked to it',
    role: 'viewer',
    scope: 'read',
    params: sourceId,
    response: sourceInFull,
    status: 200,
    errors: [404],
  },
  updateSource: {
    method: 'PUT',
    path: '/v1/sources/{source_id}',
    summary: 'Change a source: absent fields stay as they are, null takes away',
    role: 'analyst',
    scope: 'scan',
    audit: 'source.update',
    params: sourceId,
    texts: scopeAddresses,
    body: sourceUpdate,
    response: source,
    status: 200,
    errors: [404, 409],
  },
  deleteSource: {
    method: 'DELETE',
    path: '/v1/sources/{source_id}',
    summary: 'Retire a source that has jobs, remove one that has none',
    role: 'admin',
    scope: 'admin',
    audit: 'source.delete',
    params: sourceId,
    status: 204,
    errors: [404],
  },
  testSource: {
    method: 'POST',
    path: '/v1/sources/{source_id}/test',
    summary: 'Check whether what is stored would run',
    role: 'analyst',
    scope: 'scan',
    audit: 'source.test',
    params: sourceId,
    response: sourceTest,
    status: 200,
    errors: [404],
  },
  runSource: {
    method: 'POST',
    path: '/v1/sources/{source_id}/run',
    summary: 'Run a source as a job; 409 with the reason for one that cannot be run',
    role: 'analyst',
    scope: 'scan',
    audit: 'source.run',
    params: sourceId,
    response: launched,
    status: 202,
    idempotency: 'accepted',
    errors: [404, 409],
  },
  runCohort: {
    method: 'POST',
    path: '/v1/sources/run-cohort',
    summary: 'Run 2 to 32 sources as one cohort, whose results are correlated when all are fresh',
    role: 'analyst',
    scope: 'scan',
    audit: 'cohort.run',
    body: cohortDraft,
    response: launchedCohort,
    status: 202,
    idempotency: 'required',
    errors: [404, 409],
  },
  listSourceJobs: {
    method: 'GET',
    path: '/v1/sources/{source_id}/jobs',
    summary: 'List the jobs of a source, the newest first',
    role: 'viewer',
    scope: 'read',
    params: sourceId,
    query: z.object({ ...paging, status: several(jobStatuses).optional() }),
    response: paged(job),
    status: 200,
    errors: [404],
  },
});
