import { z } from 'zod';
import { severities } from '../model/severity.js';
import { flag, id, json, line, paged, paging, text, time } from './fields.js';
import { findingDetail } from './finding-detail.js';
import { findingFilter, triageStates } from './finding-filter.js';
import { findingGroupRoutes } from './findings-groups.js';
import { findingTriageRoutes } from './findings-triage.js';
import { routeTable } from './route.js';

const triage = z.object({
  state: z.enum(triageStates).nullable(),
  assignee: z.string().nullable(),
  note: z.string().nullable(),
  /** Time of the last decision, by whom, and when it ends by itself. */
  decided_at: time.nullable(),
  decided_by: z.string().nullable(),
  held_until: time.nullable(),
  decision_id: z.string().nullable(),
});

const listed = {
  finding_id: z.string(),
  tenant_id: z.string(),
  /** The source under which it is listed: the first to see it, while that one does. */
  source_id: z.string(),
  /** All sources that have seen it, that one first. */
  source_ids: z.array(z.string()),
  fingerprint: z.string(),
  kind: z.string(),
  rule: z.string().nullable(),
  id: z.string(),
  severity: z.enum(severities),
  status: z.enum(['open', 'resolved', 'suppressed']),
  title: z.string(),
  component: z.string().nullable(),
  /** Of findings about a package. `key` is its URL without version. */
  package: z.object({ key: z.string(), ecosystem: z.string(), name: z.string(), version: z.string().nullable() }).nullable(),
  subject: z.string().nullable(),
  kev: z.boolean(),
  fixed_version: z.string().nullable(),
  first_seen: time,
  last_seen: time,
  resolved_at: time.nullable(),
  reopened_count: z.number().int(),
  triage,
  /** The exception in force that covers the finding. */
  exception_id: z.string().nullable(),
};

export const listedFinding = z.object(listed);

const refs = z.array(z.string());

export const wholeFinding = z.object({
  ...listed,
  finding: json,
  ...findingDetail,
  provenance: z.object({
    source: z
      .object({ source_id: z.string(), kind: z.string(), display_name: z.string(), owner: z.string(), credential_mode: z.string() })
      .nullable(),
    /** Every source that reads the same thing and has seen it there, the longest-known first; each is `open` while it sees it. */
    origins: z.array(
      z.object({
        source_id: z.string(),
        kind: z.string(),
        display_name: z.string(),
        status: z.string(),
        first_seen: time,
        last_seen: time,
        last_job_id: z.string().nullable(),
        evidence_id: z.string(),
      }),
    ),
    first_job_id: z.string().nullable(),
    last_job_id: z.string().nullable(),
    last_job: z
      .object({ job_id: z.string(), job_type: z.string(), status: z.string(), requested_by: z.string(), finished_at: time.nullable() })
      .nullable(),
    evidence: z
      .object({ evidence_id: z.string(), kind: z.string(), hash: z.string(), content_type: z.string(), created_at: time })
      .nullable(),
  }),
  blast_radius: z.object({
    servers: refs,
    agents: refs,
    credentials: refs,
    tools: refs,
    /** Of findings about a cloud. */
    services: refs.optional(),
    roles: refs.optional(),
    data: refs.optional(),
    /** The internet leads to it. */
    exposed: z.literal(true).optional(),
  }),
});

const counts = z.record(z.string(), z.number().int());

export const findingId = z.object({ finding_id: id('fnd') });

export const triageBody = z.strictObject({
  /** Null removes the triage. Omitted fields stay unchanged. */
  state: z.enum(triageStates).nullable().optional(),
  assignee: line().nullable().optional(),
  note: text(2000).nullable().optional(),
  /** `triage.decided_at` as the caller saw it: 409, with who decided what, when there is a later decision. */
  expected_decided_at: time.nullable().optional(),
});

const triageRoute = {
  path: '/v1/findings/{finding_id}/triage',
  role: 'analyst',
  scope: 'scan',
  audit: 'finding.triage',
  params: findingId,
  body: triageBody,
  response: listedFinding,
  status: 200,
  errors: [404, 409],
} as const;

/** Routes of findings. */
export const findingRoutes = routeTable({
  ...findingGroupRoutes,
  ...findingTriageRoutes,
  listFindings: {
    method: 'GET',
    path: '/v1/findings',
    summary:
      'List findings, worst and newest first or sorted by a time; `job_id` gives what a job was the last to see; `q` searches ids, aliases, packages and titles',
    role: 'viewer',
    scope: 'read',
    query: z.object({
      ...paging,
      ...findingFilter,
      sort: z.enum(['severity', 'first_seen', 'last_seen']).optional(),
      /** Adds `total`, at most 10 000, and `total_is_capped`. */
      count: flag.optional(),
    }),
    response: paged(listedFinding).extend({ total_is_capped: z.boolean().optional() }),
    status: 200,
  },
  findingStats: {
    method: 'GET',
    path: '/v1/findings/stats',
    summary: 'Count open findings by severity, kind and source; findings under an exception apart',
    role: 'viewer',
    scope: 'read',
    response: z.object({
      open: z.number().int(),
      excepted: z.number().int(),
      kev: z.number().int(),
      by_severity: counts,
      by_kind: counts,
      by_source: z.array(z.object({ source_id: z.string(), by_severity: counts })),
    }),
    status: 200,
  },
  getFinding: {
    method: 'GET',
    path: '/v1/findings/{finding_id}',
    summary: 'Load one finding whole: where it comes from and what it can reach',
    role: 'viewer',
    scope: 'read',
    params: findingId,
    response: wholeFinding,
    status: 200,
    errors: [404],
  },
  triageFinding: { method: 'PUT', summary: 'Say what a finding is, who looks into it, and why', ...triageRoute },
  postTriage: {
    method: 'POST',
    summary: 'Say what a finding is, who looks into it, and why (the same as PUT)',
    idempotency: 'accepted',
    ...triageRoute,
  },
});
