import { z } from 'zod';
import type { Finding } from '../../model/finding.js';
import { findingKinds } from '../../model/finding.js';
import type { ScanReport } from '../../model/report.js';
import { severities } from '../../model/severity.js';

/** The short form of a finding. */
export const findingShape = z.object({
  fingerprint: z.string(),
  id: z.string(),
  kind: z.enum(findingKinds),
  severity: z.enum(severities),
  confidence: z.enum(['high', 'medium', 'low']),
  title: z.string(),
  about: z.string().optional().describe('package, server, tool, skill or model'),
  place: z.string().optional().describe('file:line'),
  fixed_version: z.string().optional(),
  known_exploited: z.boolean(),
  suppressed: z.boolean(),
  fix: z.string(),
});

/** The judgement of a scan. */
export const verdictShape = z.object({
  outcome: z.enum(['clean', 'findings', 'blocked', 'incomplete', 'empty']),
  exit_code: z.number().int(),
  gate: z.string().nullable(),
  reasons: z.array(z.string()),
});

/** Says that a list was cut, and how to see the rest. */
export const cutShape = { truncated: z.boolean(), hint: z.string().optional() };

/** Which report a question is about. */
export const reportInput = {
  report_id: z.string().max(40).optional().describe('report_id of an earlier scan; default: the latest scan of this server'),
  report_file: z.string().max(1000).optional().describe('a saved castellan JSON report, inside the root folder'),
};

/** Number of items wanted. */
export const limitInput = z.number().int().min(1).max(100).default(20).describe('most items to return');

export const pathInput = z.string().min(1).max(1000).default('.').describe('file or folder, relative to the root folder');

/** The short form of a finding. */
export function summaryOf(finding: Finding, report: ScanReport): z.input<typeof findingShape> {
  const [place] = finding.locations;
  const ref = finding.component ?? finding.subject;
  const label = ref === undefined ? undefined : (report.graph.nodes.find((node) => node.id === ref)?.label ?? ref);
  return {
    fingerprint: finding.fingerprint,
    id: finding.id,
    kind: finding.kind,
    severity: finding.severity,
    confidence: finding.confidence,
    title: finding.title,
    ...(label !== undefined && { about: label }),
    ...(place && { place: place.line === undefined ? place.path : `${place.path}:${place.line}` }),
    ...(finding.fixed_version !== undefined && { fixed_version: finding.fixed_version }),
    known_exploited: finding.kev === 'listed',
    suppressed: finding.suppressed !== undefined,
    fix: finding.fix,
  };
}

/** The verdict without the parts that only gates need. */
export function verdictOf({ verdict }: ScanReport): z.input<typeof verdictShape> {
  const { outcome, exit_code, gate, reasons } = verdict;
  return { outcome, exit_code, gate, reasons: reasons.slice(0, 10) };
}
