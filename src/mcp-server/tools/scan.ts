import { z } from 'zod';
import { canonicalEcosystem } from '../../ecosystems/named.js';
import { takeExcerpt } from '../contract/answer.js';
import { confine } from '../contract/confine.js';
import { cutShape, findingShape, limitInput, pathInput, summaryOf, verdictOf, verdictShape } from '../contract/shapes.js';
import { defineTool } from '../contract/tool.js';

const stepShape = z.object({
  action: z.string(),
  command: z.string().optional(),
  findings: z.number().int(),
  ends_paths: z.number().int(),
});

/** A whole scan; its report is kept for later questions. */
export const scanTool = defineTool({
  name: 'scan',
  title: 'Scan a folder or file',
  description:
    'Finds vulnerable, malicious and misconfigured packages, MCP servers, skills and models in a project folder or a single lockfile, SBOM or model. Gives the verdict, the worst findings and what to fix first. Installs, starts and writes nothing.',
  input: z.object({
    path: pathInput,
    ecosystems: z.array(z.string().max(40)).max(40).default([]).describe('keep only these, by OSV name: npm, PyPI, …'),
    include_dev: z.boolean().default(true),
    limit: limitInput,
  }),
  output: z.object({
    report_id: z.string().describe('to ask query_findings, explain_finding and blast_radius about this scan'),
    verdict: verdictShape,
    grade: z.string(),
    components: z.number().int(),
    agents: z.number().int(),
    servers: z.number().int(),
    total_findings: z.number().int(),
    by_severity: z.record(z.string(), z.number().int()),
    known_exploited: z.number().int(),
    malicious: z.number().int(),
    unread: z.array(z.string()).describe('what could not be read: the scan is not clean where this is not empty'),
    fix_first: z.array(stepShape),
    findings: z.array(findingShape).describe('worst first'),
    ...cutShape,
  }),
  async run({ path, ecosystems, include_dev: includeDev, limit }, { access, signal }) {
    const target = { kind: 'path' as const, value: confine(access, path) };
    const kept = ecosystems.map((name) => canonicalEcosystem(name, 'ecosystems'));
    const report = await access.scan({ ...access.request, targets: [target], ecosystems: kept, includeDev }, signal);
    const report_id = access.reports.keep(report);
    const { counts, scan_run, fix_first, findings, verdict } = report;
    const active = findings.filter((finding) => finding.suppressed === undefined);
    const { items, truncated, hint } = takeExcerpt(
      active.map((finding) => summaryOf(finding, report)),
      limit,
      `ask query_findings with report_id ${report_id} for the rest`,
    );
    return {
      report_id,
      verdict: verdictOf({ ...report, verdict }),
      grade: report.posture.grade,
      components: counts.components,
      agents: report.agents.length,
      servers: report.servers.length,
      total_findings: counts.findings,
      by_severity: counts.by_severity,
      known_exploited: counts.kev,
      malicious: counts.malicious,
      unread: scan_run.issues
        .filter((issue) => issue.note === undefined)
        .slice(0, 20)
        .map((issue) => `${issue.path}: ${issue.reason}`),
      fix_first: fix_first.slice(0, 5).map(({ action, command, findings: cleared, paths }) => ({
        action,
        ...(command !== undefined && { command }),
        findings: cleared.length,
        ends_paths: paths,
      })),
      findings: items,
      truncated,
      ...(hint !== undefined && { hint }),
    };
  },
});
