import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import type { ScanReport } from '../../model/report.js';
import { checkRequest } from '../../scan/check-request.js';
import { type PackageSpec, parsePackageSpec } from '../../scan/package-spec.js';
import { runScan } from '../../scan/run.js';
import { UsageError } from '../../support/errors.js';
import { answerOutputs } from '../answer-output.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { hintAtDatabase } from '../first-run.js';
import { openContext } from '../open-context.js';
import { type Output, writeReports } from '../output.js';
import { scanRequest } from '../scan-request.js';
import { version } from '../version.js';

/** `castellan check`: any vulnerability or malicious match of a named package is exit 1. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const outputs = answerOutputs('check', { format: settings.format, output: undefined }, context.cwd);
  const scanContext = openContext({ settings, command: context, demo: false, onEvent: () => {} });
  try {
    if (settings.offline && !scanContext.advisories.source) {
      const { problem = 'no advisory database', remedy = 'castellan db update' } = scanContext.advisories;
      context.io.err(`error: ${problem}\n  run \`${remedy}\``);
      return exitCodes.usage;
    }
    hintAtDatabase(settings, context);
    if (settings.ecosystem.length > 1)
      throw new UsageError({ where: '--ecosystem', message: 'check takes one ecosystem for all packages' });
    const specs = invocation.operands.map((text) => parsePackageSpec(text, settings.ecosystem[0], scanContext.advisories.source));
    const report = await runScan(checkRequest(await scanRequest(settings, [], undefined, context.cwd), specs), scanContext, version);
    await show(report, specs, { settings, context, outputs });
    return report.verdict.exit_code;
  } finally {
    scanContext.advisories.source?.close();
  }
}

interface Showing {
  settings: Settings;
  context: CommandContext;
  outputs: readonly Output[];
}

async function show(report: ScanReport, specs: readonly PackageSpec[], { settings, context, outputs }: Showing): Promise<void> {
  if (settings.quiet && outputs.every((output) => output.reporter.id === 'console')) {
    for (const spec of specs) context.io.out(`${quietLine(report, spec)}\n`);
    return;
  }
  await writeReports(report, outputs, { settings, command: context });
  const { lastLine } = await import('../../policy/last-line.js');
  context.io.err(lastLine(report.verdict, report.counts));
}

/** `npm lodash@4.17.20: critical CVE-… +2, fixed in 4.17.21`. */
function quietLine(report: ScanReport, spec: PackageSpec): string {
  const own = report.findings.filter((finding) => finding.locations.some((location) => location.path === spec.text));
  const [worst] = own;
  const label = `${spec.ecosystem} ${spec.name}@${spec.version}`;
  if (!worst) return `${label}: ${report.verdict.outcome === 'incomplete' ? 'incomplete' : 'clean'}`;
  const more = own.length > 1 ? ` +${own.length - 1}` : '';
  const fixed = worst.fixed_version === undefined ? '' : `, fixed in ${worst.fixed_version}`;
  return `${label}: ${worst.kind === 'malicious' ? 'malicious' : worst.severity} ${worst.id}${more}${fixed}`;
}
