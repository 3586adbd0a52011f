import { resolveSettings } from '../../config/resolve.js';
import type { ScanReport } from '../../model/report.js';
import { lastLine } from '../../policy/last-line.js';
import { runScan } from '../../scan/run.js';
import { heed } from '../../support/abort.js';
import type { CommandContext, Invocation } from '../command.js';
import { openContext } from '../open-context.js';
import { parseOutputs, writeReports } from '../output.js';
import { findProjectConfig, scanRequest } from '../scan-request.js';
import { describeEvent, startProgress } from '../terminal/progress.js';
import { version } from '../version.js';

/** `castellan scan`: one scan, its reports, and the verdict as last line and exit code. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const { environment, cwd, io } = context;
  const config = findProjectConfig(
    text(invocation.flags.config) ?? environment.SERVICE_CONFIG ?? environment.CASTELLAN_CONFIG,
    invocation.operands,
    cwd,
  );
  const file = config ? (await import('../../config/project-file.js')).parseProjectFile(config.text, config.path).values : {};
  const settings = resolveSettings({ flags: invocation.flags, environment, file });
  const outputs = parseOutputs({ formats: settings.format, output: settings.output, cwd });
  const request = await scanRequest(settings, invocation.operands, config, cwd);
  const progress = startProgress(process.stderr, !settings.quiet);
  const scanContext = openContext({
    settings,
    command: context,
    demo: request.demo,
    onEvent: (event) => show(progress.update, describeEvent(event)),
  });
  let report: ScanReport;
  try {
    report = await runScan(request, scanContext, version);
  } finally {
    progress.stop();
    scanContext.advisories.source?.close();
  }
  await writeReports(report, outputs, { settings, command: context });
  heed(context.signal);
  for (const warning of report.verdict.warnings) io.err(warning);
  io.err(lastLine(report.verdict, report.counts));
  return report.verdict.exit_code;
}

function show(update: (text: string) => void, line: string | undefined): void {
  if (line !== undefined) update(line);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
