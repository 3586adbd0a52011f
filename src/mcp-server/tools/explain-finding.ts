import { z } from 'zod';
import { type Explanation, explain, findFindings } from '../../graph/explanation.js';
import type { ScanReport } from '../../model/report.js';
import { UsageError } from '../../support/errors.js';
import { takeExcerpt } from '../contract/answer.js';
import { cutShape, findingShape, reportInput, summaryOf } from '../contract/shapes.js';
import { defineTool } from '../contract/tool.js';
import { whichReport } from '../contract/which-report.js';

const explanationShape = z.object({
  finding: findingShape,
  why: z.string(),
  aliases: z.array(z.string()),
  references: z.array(z.string()),
  places: z.array(z.string()),
  why_matched: z.string().optional(),
  reaches: z.object({
    servers: z.array(z.string()),
    agents: z.array(z.string()),
    credentials: z.array(z.string()),
    tools: z.array(z.string()),
  }),
  paths: z.array(z.object({ score: z.number(), walk: z.array(z.string()), why: z.string() })),
  steps: z.array(z.string()),
});

/** Everything a report knows about one finding. */
export const explainFindingTool = defineTool({
  name: 'explain_finding',
  title: 'Explain a finding',
  description: 'Says of one finding of a scan what was seen and where, why it matters, what it reaches, and what to do.',
  input: z.object({ finding: z.string().min(1).max(200).describe('advisory id, alias, rule id or fingerprint'), ...reportInput }),
  output: z.object({ explanations: z.array(explanationShape), ...cutShape }),
  async run({ finding, ...asked }, { access }) {
    const report = whichReport(access, asked);
    const found = findFindings(report, finding);
    if (found.length === 0) {
      throw new UsageError({ where: finding, message: 'no such finding in this report', hint: 'query_findings lists them' });
    }
    const { items, truncated, hint } = takeExcerpt(
      explain(report, found).map((one) => explained(report, one)),
      3,
      'ask by fingerprint for one of the others',
    );
    return { explanations: items, truncated, ...(hint !== undefined && { hint }) };
  },
});

function explained(report: ScanReport, { finding, paths, steps }: Explanation): z.input<typeof explanationShape> {
  const labels = new Map(report.graph.nodes.map((node) => [node.id, node.label]));
  const named = (refs: readonly string[] = []) => refs.slice(0, 20).map((ref) => labels.get(ref) ?? ref);
  const { blast_radius: radius, match } = finding;
  return {
    finding: summaryOf(finding, report),
    why: finding.why,
    aliases: finding.aliases.slice(0, 20),
    references: finding.references.slice(0, 10),
    places: finding.locations.slice(0, 10).map(({ path, line }) => (line === undefined ? path : `${path}:${line}`)),
    ...(match && { why_matched: `${match.name}: ${match.range}, decided by ${match.event}` }),
    reaches: {
      servers: named(radius?.servers),
      agents: named(radius?.agents),
      credentials: named(radius?.credentials),
      tools: named(radius?.tools),
    },
    paths: paths.slice(0, 5).map(({ score, nodes, why }) => ({ score, walk: nodes.slice(0, 30).map((id) => labels.get(id) ?? id), why })),
    steps: steps.map((step) => (step.command === undefined ? step.action : `${step.action}: ${step.command}`)),
  };
}
