import { refuseIdle } from '../../config/needs.js';
import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import type { PolicyRule, ScanRequest } from '../../model/request.js';
import { lastLine } from '../../policy/last-line.js';
import { runScan } from '../../scan/run.js';
import type { CommandContext, Invocation } from '../command.js';
import { namedJudge } from '../named-judge.js';
import { openContext } from '../open-context.js';
import { parseOutputs, writeReports } from '../output.js';
import { scanRequest } from '../scan-request.js';
import { version } from '../version.js';

/** `castellan skills audit`: the scan of skills and instruction files alone, gated by their verdict. No files is exit 2. */
export async function run({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment: context.environment, file: {} });
  refuseIdle('skills audit', settings, flags);
  const outputs = parseOutputs({ formats: settings.format, output: settings.output, cwd: context.cwd });
  const request = await auditRequest(settings, operands, context.cwd);
  const judge = await namedJudge(settings, context);
  const scanContext = openContext({ settings, command: context, demo: false, judge, onEvent: () => {} });
  try {
    const report = await runScan(request, scanContext, version);
    await writeReports(report, outputs, { settings, command: context });
    for (const warning of report.verdict.warnings) context.io.err(warning);
    context.io.err(lastLine(report.verdict, report.counts));
    return report.verdict.exit_code;
  } finally {
    scanContext.advisories.source?.close();
  }
}

/** The verdict is judged as a policy rule, so that report and exit code say the same. */
async function auditRequest(settings: Settings, operands: readonly string[], cwd: string): Promise<ScanRequest> {
  const request = await scanRequest(settings, [], undefined, cwd);
  const rule = verdictRule(settings.failOnVerdict);
  const { policy } = request.gates;
  return {
    ...request,
    targets: (operands.length === 0 ? ['.'] : operands).map((value) => ({ kind: 'skills', value })),
    gates: { ...request.gates, policy: { source: policy?.source ?? '--fail-on-verdict', rules: [...(policy?.rules ?? []), rule] } },
  };
}

function verdictRule(worst: Settings['failOnVerdict']): PolicyRule {
  return {
    id: 'skill-verdict',
    description: `no skill may be ${worst === 'malicious' ? 'malicious' : 'suspicious or malicious'}`,
    action: 'fail',
    target: 'skill',
    when: { verdict: worst === 'malicious' ? ['malicious'] : ['suspicious', 'malicious'] },
  };
}
