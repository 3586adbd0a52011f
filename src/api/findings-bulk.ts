import { z } from 'zod';
import { findingKinds } from '../model/finding.js';
import { severities } from '../model/severity.js';
import { id, line, moment, text } from './fields.js';
import { eachOf, findingCounts, pushErrors, pushed, rejected } from './pushes.js';
import { routeTable } from './route.js';

const link = line(2000).regex(/^https?:\/\//, 'expected an http or https address');

/** A finding of another tool. */
export const externalFinding = z.strictObject({
  /** Id of the problem: a CVE, an advisory or a rule. */
  id: line(200),
  title: line(500),
  severity: z.enum(severities),
  kind: z.enum(findingKinds).optional(),
  rule: line(200).optional(),
  description: text(4000).optional(),
  fix: text(4000).optional(),
  score: z.number().min(0).max(10).optional(),
  vector: line(300).optional(),
  confidence: z.enum(['high', 'medium', 'low']).optional(),
  /** Package URL of the component with the problem. */
  purl: line(1000).optional(),
  /** Another thing with the problem: a host, an account, a resource. */
  subject: line(500).optional(),
  locations: z
    .array(z.strictObject({ path: line(1000), line: z.number().int().min(1).optional() }))
    .max(100)
    .optional(),
  fixed_version: line(200).optional(),
  aliases: z.array(line(200)).max(100).optional(),
  cwes: z
    .array(line(20).regex(/^CWE-\d{1,5}$/, 'expected CWE and a number'))
    .max(50)
    .optional(),
  references: z.array(link).max(50).optional(),
  published: moment.optional(),
  /**
   * The other tool's own identity for the finding. Without one, a finding is identified by its kind, its rule or id,
   * and the thing it is about.
   */
  fingerprint: line(300).optional(),
});

/** The most findings that one push may hold. */
export const MAX_FINDINGS = 1000;

export const findingsBulkRoutes = routeTable({
  pushFindings: {
    method: 'POST',
    path: '/v1/findings/bulk',
    summary: 'Push findings of other tools; secrets are hidden before anything is stored',
    role: 'analyst',
    scope: 'ingest',
    audit: 'findings.ingest',
    texts: 'pushed',
    body: z.strictObject({
      /**
       * A source of kind `ingest.result_push`. Absent: the credential's source, else the tenant's oldest, else a new
       * one.
       */
      source_id: id('src').optional(),
      findings: eachOf(externalFinding, MAX_FINDINGS),
      /** True: findings of the source that the push lacks are resolved, unless an item was rejected. */
      complete: z.boolean().optional(),
      observed_at: moment.optional(),
    }),
    response: z.object({ ...pushed, ...findingCounts.shape, rejected }),
    status: 200,
    idempotency: 'accepted',
    errors: pushErrors,
  },
});
