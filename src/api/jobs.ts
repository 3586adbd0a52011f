import { z } from 'zod';
import { outcomes } from '../model/outcome.js';
import { formatsOf } from '../report/registry.js';
import { issueKinds } from '../support/issue-kinds.js';
import { evidence } from './evidence.js';
import { flag, id, json, paged, paging, several, time } from './fields.js';
import { routeTable } from './route.js';
import { scanOptions, scopeAddresses, sourceKinds } from './source-scope.js';

export const jobStatuses = ['queued', 'running', 'succeeded', 'partial', 'failed', 'timed_out', 'cancelled'] as const;
const jobStatus = z.enum(jobStatuses);
const jobType = z.enum(['scan', 'sync', 'import', 'connector', 'cohort']);

/**
 * A registered source, or a target described like one. For a target the service takes the source that covers it, or
 * creates one.
 */
export const scanDraft = z.union([
  z.strictObject({ source_id: id('src'), options: scanOptions.optional() }),
  z.strictObject({ kind: z.enum(sourceKinds), scope: json, options: scanOptions.optional() }),
]);

export const job = z.object({
  job_id: z.string(),
  tenant_id: z.string(),
  source_id: z.string().nullable(),
  job_type: jobType,
  status: jobStatus,
  requested_by: z.string(),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  result_summary: json.nullable(),
  evidence_count: z.number().int(),
  /** How many times the job was handed to a worker. */
  attempt: z.number().int(),
  retried: z.boolean(),
  cancel_requested: z.boolean(),
  cohort_id: z.string().nullable(),
  schedule_id: z.string().nullable(),
  trace_id: z.string(),
  error: z.string().nullable(),
});

/** In a list; `source_name` is null where the source was removed. */
export const listedJob = job.extend({ source_name: z.string().nullable() });

const jobInFull = listedJob.extend({
  target: z.object({ kind: z.enum(sourceKinds), scope: json }).nullable(),
  evidence: z.array(evidence),
});

export const cohort = z.object({
  cohort_id: z.string(),
  tenant_id: z.string(),
  manifest_hash: z.string(),
  max_age_hours: z.number().int(),
  status: jobStatus,
  correlation: z.object({
    state: z.enum(['pending', 'correlated', 'skipped_stale', 'skipped_incomplete']),
    offending: z.array(z.string()),
    evaluated_at: time.nullable(),
    in_common: z.object({ nodes: z.number().int(), problems: z.number().int() }).nullable(),
  }),
  schedule_id: z.string().nullable(),
  requested_by: z.string(),
  created_at: time,
  finished_at: time.nullable(),
  jobs: z.array(z.object({ source_id: z.string(), job_id: z.string(), status: jobStatus })),
});

/** How many collectors and issues one answer lists. */
export const COLLECTORS_SHOWN = 500;

/** What a job read and what it could not, from its report. */
const jobCollectors = z.object({
  collectors: z
    .array(
      z.object({
        collector: z.string(),
        target: z.string(),
        outcome: z.enum(outcomes),
        components: z.number().int(),
        issues: z.number().int(),
      }),
    )
    .max(COLLECTORS_SHOWN),
  issues: z
    .array(
      z.object({
        collector: z.string(),
        path: z.string(),
        line: z.number().int().nullable(),
        kind: z.enum(issueKinds),
        reason: z.string(),
        remedy: z.string().nullable(),
        /** True: it does not make the job incomplete. */
        note: z.boolean(),
      }),
    )
    .max(COLLECTORS_SHOWN),
  /** Numbers of all, also of those that the lists leave out. */
  total_collectors: z.number().int(),
  total_issues: z.number().int(),
});

/** Export formats of a job's report and graph. Formats that are printed in a terminal or a CI job are left out. */
const exportFormats = z.enum(formatsOf('document', 'feed', 'graph'));
const graphFormats = z.enum(formatsOf('graph'));

const jobId = z.object({ job_id: id('job') });
const exported = {
  params: jobId,
  method: 'GET',
  role: 'viewer',
  scope: 'read',
  audit: 'scan.export',
  status: 200,
  errors: [404, 409, 502],
} as const;

/** Routes of scan jobs and their exports. */
export const jobRoutes = routeTable({
  createScan: {
    method: 'POST',
    path: '/v1/scan',
    summary: 'Create a scan job, for a source or for a target given here',
    role: 'analyst',
    scope: 'scan',
    audit: 'scan.create',
    texts: scopeAddresses,
    body: scanDraft,
    response: job,
    status: 201,
    idempotency: 'accepted',
    errors: [404, 409],
  },
  getScan: {
    method: 'GET',
    path: '/v1/scan/{job_id}',
    summary: 'Load one job with its evidence',
    role: 'viewer',
    scope: 'read',
    params: jobId,
    response: jobInFull,
    status: 200,
    errors: [404],
  },
  streamScan: {
    method: 'GET',
    path: '/v1/scan/{job_id}/stream',
    summary: 'Follow a job as server-sent events; ends with the job, resumes by Last-Event-ID',
    role: 'viewer',
    scope: 'read',
    params: jobId,
    produces: 'text/event-stream',
    status: 200,
    errors: [404],
  },
  listJobs: {
    method: 'GET',
    path: '/v1/jobs',
    summary: 'List jobs, the newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({
      ...paging,
      status: several(jobStatuses).optional(),
      source_id: id('src').optional(),
      job_type: jobType.optional(),
      cohort_id: id('coh').optional(),
      retried: flag.optional(),
    }),
    response: paged(listedJob),
    status: 200,
  },
  getScanCollectors: {
    method: 'GET',
    path: '/v1/scan/{job_id}/collectors',
    summary: 'Say what a job read, and what it could not read and why; 409 for a job without a report',
    role: 'viewer',
    scope: 'read',
    params: jobId,
    response: jobCollectors,
    status: 200,
    errors: [404, 409, 502],
  },
  cancelScan: {
    method: 'POST',
    path: '/v1/scan/{job_id}/cancel',
    summary: 'Ask a job to stop; one that waits ends at once',
    role: 'analyst',
    scope: 'scan',
    audit: 'scan.cancel',
    params: jobId,
    response: job,
    status: 202,
    errors: [404, 409],
  },
  deleteScan: {
    method: 'DELETE',
    path: '/v1/scan/{job_id}',
    summary: 'Delete a job; one that runs must be cancelled first',
    role: 'admin',
    scope: 'admin',
    audit: 'scan.delete',
    params: jobId,
    status: 204,
    errors: [404, 409],
  },
  exportGraph: {
    ...exported,
    path: '/v1/scan/{job_id}/graph-export',
    summary: "Export a job's graph",
    query: z.object({ format: graphFormats.optional() }),
    produces: 'application/json',
    alsoProduces: ['application/xml', 'text/html', 'text/plain'],
  },
  exportLicenses: {
    ...exported,
    path: '/v1/scan/{job_id}/licenses',
    summary: 'Export the licences of what a job found',
    produces: 'application/json',
  },
  exportVex: {
    ...exported,
    path: '/v1/scan/{job_id}/vex',
    summary: "Export a job's findings as VEX",
    query: z.object({ format: z.enum(['openvex', 'cyclonedx']).optional() }),
    produces: 'application/json',
  },
  exportSkillAudit: {
    ...exported,
    path: '/v1/scan/{job_id}/skill-audit',
    summary: 'Export the skills and instruction files a job found, with their verdicts',
    produces: 'application/json',
  },
  exportReport: {
    ...exported,
    path: '/v1/scan/{job_id}/report',
    summary: "Export a job's report in a format of the command line",
    query: z.object({ format: exportFormats.optional() }),
    produces: 'application/json',
    alsoProduces: ['application/sarif+json', 'application/xml', 'text/csv', 'text/html', 'text/markdown', 'text/plain'],
  },
  getCohort: {
    method: 'GET',
    path: '/v1/cohorts/{cohort_id}',
    summary: 'Load one cohort: its jobs, and whether they could be correlated',
    role: 'viewer',
    scope: 'read',
    params: z.object({ cohort_id: id('coh') }),
    response: cohort,
    status: 200,
    errors: [404],
  },
});
