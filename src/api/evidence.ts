import { z } from 'zod';
import { evidenceKinds } from './documents.js';
import { id, json, paged, paging, time } from './fields.js';
import { routeTable } from './route.js';

export const evidenceKind = z.enum(evidenceKinds);

export const evidence = z.object({
  evidence_id: z.string(),
  tenant_id: z.string(),
  job_id: z.string().nullable(),
  source_id: z.string().nullable(),
  kind: evidenceKind,
  storage_uri: z.string(),
  content_type: z.string(),
  /** SHA-256 of the bytes, in hex. */
  hash: z.string(),
  /** In bytes. */
  size: z.number().int(),
  created_at: time,
  /** Set once retention has removed the bytes; the hash and the row stay. */
  bytes_removed_at: time.nullable(),
});

/** What governs a source, and what was done about a thing. */
export const appliedTo = {
  /** Policies that apply to its source. */
  policies: z.array(
    z.object({
      binding_id: z.string(),
      policy_kind: z.string(),
      policy_id: z.string().nullable(),
      policy_name: z.string().nullable(),
      target_type: z.string(),
      target_id: z.string().nullable(),
      mode: z.string(),
    }),
  ),
  /** Its audit trail, newest first, at most 50 events. */
  history: z.array(
    z.object({
      event_id: z.string(),
      timestamp: time,
      actor: z.string(),
      action: z.string(),
      outcome: z.string(),
      details: json,
    }),
  ),
} as const;

const provenance = z.object({
  source: z
    .object({ source_id: z.string(), kind: z.string(), display_name: z.string(), owner: z.string(), credential_mode: z.string() })
    .nullable(),
  job: z
    .object({
      job_id: z.string(),
      job_type: z.string(),
      status: z.string(),
      requested_by: z.string(),
      started_at: time.nullable(),
      finished_at: time.nullable(),
    })
    .nullable(),
  /** The connector's name, or the kind of the source where no connector was used. */
  collector: z.string().nullable(),
  /** Path of the route that returns the bytes. */
  raw: z.string(),
  /** Number of findings that were last seen in this evidence. */
  findings: z.number().int(),
  ...appliedTo,
});

const evidenceId = z.object({ evidence_id: id('evd') });

/** Routes of evidence. */
export const evidenceRoutes = routeTable({
  listEvidence: {
    method: 'GET',
    path: '/v1/evidence',
    summary: 'List evidence, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, job_id: id('job').optional(), source_id: id('src').optional() }),
    response: paged(evidence),
    status: 200,
  },
  getEvidence: {
    method: 'GET',
    path: '/v1/evidence/{evidence_id}',
    summary: 'Load what is known of one piece of evidence: source, job, collector, where the bytes are, policies and audit trail',
    role: 'viewer',
    scope: 'read',
    params: evidenceId,
    response: evidence.extend({ provenance }),
    status: 200,
    errors: [404],
  },
  getEvidenceContent: {
    method: 'GET',
    path: '/v1/evidence/{evidence_id}/content',
    summary: 'Download the bytes, checked against their hash; 409 once retention has removed them, 502 when they are damaged',
    role: 'viewer',
    scope: 'read',
    audit: 'evidence.export',
    params: evidenceId,
    status: 200,
    produces: 'application/json',
    alsoProduces: ['text/plain'],
    errors: [404, 409, 502],
  },
});
