import { z } from 'zod';
import { severities } from '../model/severity.js';
import { time } from './fields.js';
import { routeTable } from './route.js';

const count = z.number().int();
const counts = z.record(z.string(), count);
const summary = z.object({ pass: count, fail: count, not_assessed: count });

const head = {
  framework: z.string(),
  title: z.string(),
  version: z.string(),
  publisher: z.string(),
  reference: z.string(),
  /**
   * Whether the titles of controls are the publisher's own words, or ours where the publisher writes whole sentences.
   */
  titles: z.enum(['official', 'paraphrased']),
  /** The publication that ids and titles were compared with. */
  confirmed_with: z.string(),
  summary,
};

const control = z.object({
  control_id: z.string(),
  title: z.string(),
  /** `scans_in_part`: findings can fail the control, but no scan can pass it. `people`: no scan can assess it. */
  assessed_by: z.enum(['scans', 'scans_in_part', 'people']),
  status: z.enum(['pass', 'fail', 'not_assessed']),
  reason: z.string(),
  evidence_needed: z.string(),
  findings: z.object({
    count,
    /** Findings covered by an exception in force; they do not count. */
    excepted: count,
    by_severity: counts,
    examples: z.array(z.object({ finding_id: z.string(), id: z.string(), severity: z.enum(severities), source_id: z.string() })),
  }),
  /** The checks that assess this control, with what they looked at in complete runs. */
  inspected: z.array(z.object({ kind: z.string(), count, sources: z.array(z.string()), last_seen: time })),
  /** Why the control cannot pass: the checks that assess it and have not looked at everything. */
  not_inspected: z.array(z.object({ kind: z.string(), why: z.string(), sources: z.array(z.string()) })),
});

const framework = z.object({ ...head, controls: z.array(control) });
const params = z.object({ framework: z.string().regex(/^[a-z0-9-]{1,40}$/, 'expected the id of a framework') });
const read = { method: 'GET', role: 'viewer', scope: 'read', status: 200 } as const;

/** Routes of compliance. */
export const complianceRoutes = routeTable({
  listCompliance: {
    ...read,
    path: '/v1/compliance',
    summary: 'List the frameworks with how many controls pass, fail and are not assessed',
    response: z.object({ items: z.array(z.object(head)), next_cursor: z.null(), total: count }),
  },
  getCompliance: {
    ...read,
    path: '/v1/compliance/{framework}',
    summary: 'Assess every control of a framework, with the evidence for it',
    params,
    response: framework,
    errors: [404],
  },
  exportCompliance: {
    ...read,
    path: '/v1/compliance/{framework}/report',
    summary: 'Export the assessment of a framework as JSON, Markdown or CSV',
    audit: 'compliance.export',
    params,
    query: z.object({ format: z.enum(['json', 'markdown', 'csv']).optional() }),
    produces: 'application/json',
    alsoProduces: ['text/csv', 'text/markdown'],
    errors: [404],
  },
});
