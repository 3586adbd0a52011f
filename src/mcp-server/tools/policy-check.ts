import { z } from 'zod';
import { parsePolicy } from '../../policy/policy-file.js';
import { decodeText } from '../../support/decode.js';
import { UsageError } from '../../support/errors.js';
import type { ServerAccess } from '../contract/access.js';
import { takeExcerpt } from '../contract/answer.js';
import { confine } from '../contract/confine.js';
import { cutShape, findingShape, limitInput, pathInput, summaryOf, verdictOf, verdictShape } from '../contract/shapes.js';
import { defineTool } from '../contract/tool.js';

const MAX_POLICY = 1024 * 1024;

/** A scan judged by the caller's policy. */
export const policyCheckTool = defineTool({
  name: 'policy_check',
  title: 'Check a folder against a policy',
  description:
    'Scans a folder and evaluates a policy over everything found. The policy is a YAML or JSON file inside the root folder, or its text. Gives the verdict, each gate that matched with its reason, and the findings behind it.',
  input: z.object({
    path: pathInput,
    policy_file: z.string().max(1000).optional().describe('relative to the root folder'),
    policy: z.string().max(100_000).optional().describe('text of a policy, in place of policy_file'),
    limit: limitInput,
  }),
  output: z.object({
    report_id: z.string(),
    passed: z.boolean(),
    verdict: verdictShape,
    gates: z.array(z.object({ gate: z.string(), reason: z.string(), findings: z.number().int() })),
    warnings: z.array(z.string()),
    findings: z.array(findingShape).describe('findings that made a gate match'),
    ...cutShape,
  }),
  async run({ path, limit, ...asked }, { access, signal }) {
    const policy = readPolicy(access, asked);
    const { gates } = access.request;
    const request = {
      ...access.request,
      targets: [{ kind: 'path' as const, value: confine(access, path) }],
      gates: {
        ...gates,
        policy,
        ignores: [...gates.ignores, ...policy.ignores],
        exceptions: [...gates.exceptions, ...policy.exceptions],
      },
    };
    const report = await access.scan(request, signal);
    const report_id = access.reports.keep(report);
    const blamed = new Set(report.verdict.gates.flatMap((gate) => gate.findings));
    const { items, truncated, hint } = takeExcerpt(
      report.findings.filter((finding) => blamed.has(finding.fingerprint)).map((finding) => summaryOf(finding, report)),
      limit,
      `ask query_findings with report_id ${report_id}`,
    );
    return {
      report_id,
      passed: report.verdict.exit_code === 0,
      verdict: verdictOf(report),
      gates: report.verdict.gates.map(({ gate, reason, findings }) => ({ gate, reason, findings: findings.length })),
      warnings: report.verdict.warnings.slice(0, 20),
      findings: items,
      truncated,
      ...(hint !== undefined && { hint }),
    };
  },
});

function readPolicy(
  access: ServerAccess,
  { policy, policy_file: file }: { policy?: string | undefined; policy_file?: string | undefined },
) {
  if ((policy === undefined) === (file === undefined)) {
    throw new UsageError({ where: 'policy', message: 'expected either policy_file or policy' });
  }
  if (file === undefined) return parsePolicy(policy ?? '', 'policy');
  const path = confine(access, file);
  return parsePolicy(decodeText(access.files.read(`${access.root}/${path}`, MAX_POLICY), path), path);
}
