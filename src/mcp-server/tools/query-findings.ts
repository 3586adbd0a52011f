import { z } from 'zod';
import { type Finding, findingKinds } from '../../model/finding.js';
import { compareSeverity, severities } from '../../model/severity.js';
import { takeExcerpt } from '../contract/answer.js';
import { cutShape, findingShape, limitInput, reportInput, summaryOf } from '../contract/shapes.js';
import { defineTool } from '../contract/tool.js';
import { whichReport } from '../contract/which-report.js';

const filters = z.object({
  severity: z.enum(severities).optional().describe('this severity or worse; unscored findings only with unknown'),
  kind: z.enum(findingKinds).optional(),
  text: z.string().max(200).optional().describe('in id, alias, title, component or place'),
  agent: z.string().max(200).optional().describe('ref or client of an agent the finding reaches'),
  known_exploited: z.boolean().optional(),
  fixable: z.boolean().optional(),
  include_suppressed: z.boolean().default(false),
});

/** Filters over the findings of a report. */
export const queryFindingsTool = defineTool({
  name: 'query_findings',
  title: 'Search the findings of a scan',
  description: 'Lists findings of a scan that match all given filters, worst first, in pages.',
  input: filters.extend({ ...reportInput, limit: limitInput, offset: z.number().int().min(0).default(0) }),
  output: z.object({ total: z.number().int(), findings: z.array(findingShape), ...cutShape }),
  async run({ limit, offset, report_id, report_file, ...wanted }, { access }) {
    const report = whichReport(access, { report_id, report_file });
    const agents = report.agents.filter((one) => one.ref === wanted.agent || one.client === wanted.agent).map((one) => one.ref);
    const found = report.findings.filter((finding) => matches(finding, wanted, agents)).map((finding) => summaryOf(finding, report));
    const { items, total, truncated, hint } = takeExcerpt(found, limit, `ask with offset ${offset + limit}, or filter more`, offset);
    return {
      total,
      findings: items,
      truncated,
      ...(hint !== undefined && { hint: hint.replace(/offset \d+/, `offset ${offset + items.length}`) }),
    };
  },
});

function matches(finding: Finding, wanted: z.output<typeof filters>, agents: readonly string[]): boolean {
  if (finding.suppressed !== undefined && !wanted.include_suppressed) return false;
  if (wanted.severity !== undefined && compareSeverity(finding.severity, wanted.severity) < 0) return false;
  if (wanted.kind !== undefined && finding.kind !== wanted.kind) return false;
  if (wanted.known_exploited !== undefined && (finding.kev === 'listed') !== wanted.known_exploited) return false;
  if (wanted.fixable !== undefined && (finding.fixed_version !== undefined) !== wanted.fixable) return false;
  if (wanted.agent !== undefined && !agents.some((ref) => finding.subject === ref || finding.blast_radius?.agents.includes(ref)))
    return false;
  return wanted.text === undefined || wordsOf(finding).includes(wanted.text.toLowerCase());
}

function wordsOf({ id, aliases, title, component, subject, locations }: Finding): string {
  return [id, ...aliases, title, component ?? '', subject ?? '', ...locations.map((location) => location.path)].join('\n').toLowerCase();
}
