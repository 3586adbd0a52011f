import { resolve } from 'node:path';
import { refuseIdle } from '../../config/needs.js';
import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import type { ScanReport } from '../../model/report.js';
import type { ScanRequest } from '../../model/request.js';
import { lastLine } from '../../policy/last-line.js';
import { runScan } from '../../scan/run.js';
import { heed } from '../../support/abort.js';
import { UsageError } from '../../support/errors.js';
import type { Context } from '../../system/context.js';
import type { CommandContext, Invocation } from '../command.js';
import { endOfScan } from '../end-of-scan.js';
import { hintAtDatabase } from '../first-run.js';
import { namedJudge } from '../named-judge.js';
import { openContext } from '../open-context.js';
import { type Output, parseOutputs, writeReports } from '../output.js';
import { findProjectConfig } from '../project-config.js';
import { takeAddress } from '../push-address.js';
import { scanRequest } from '../scan-request.js';
import type { Io } from '../terminal/console-io.js';
import { describeEvent, startProgress } from '../terminal/progress.js';
import { version } from '../version.js';

/** `castellan scan`: one scan, its reports, and the verdict as last line and exit code. */
export async function run(given: Invocation, context: CommandContext): Promise<number> {
  const { environment, cwd, io } = context;
  const invocation = takeAddress(given);
  const config = findProjectConfig(
    text(invocation.flags.config) ?? environment.SERVICE_CONFIG ?? environment.CASTELLAN_CONFIG,
    invocation.operands,
    cwd,
  );
  const file = config ? (await import('../../config/project-file.js')).parseProjectFile(config.text, config.path).values : {};
  const settings = resolveSettings({ flags: invocation.flags, environment, file });
  refuseIdle('scan', settings, invocation.flags);
  const pushing = settings.push
    ? (await import('../pushing.js')).openPushing(settings, { ...context, flags: invocation.flags })
    : undefined;
  const outputs = parseOutputs({ formats: settings.format, output: settings.output, cwd });
  const request = await scanRequest(settings, invocation.operands, config, cwd);
  hintAtDatabase(settings, context);
  const progress = startProgress(process.stderr, !settings.quiet);
  const cloud = request.cloud && (await import('../cloud-connection.js')).personalDoor(settings, context);
  const judge = await namedJudge(settings, context);
  const scanContext = openContext({
    ...(cloud && { cloud }),
    judge,
    settings,
    command: context,
    demo: request.demo,
    onEvent: (event) => show(progress.update, describeEvent(event)),
  });
  let report: ScanReport;
  try {
    report = await scanned(request, settings, scanContext, context);
  } finally {
    progress.stop();
    scanContext.advisories.source?.close();
  }
  await writeReports(report, outputs, { settings, command: context });
  heed(context.signal);
  if (settings.fixHint) await printFixHint(report, outputs, io);
  const pushed = await pushing?.report(report);
  for (const warning of report.verdict.warnings) io.err(warning);
  const end = { code: report.verdict.exit_code, line: lastLine(report.verdict, report.counts) };
  return endOfScan(end, pushed, io);
}

/** The scan, of what is staged or with a baseline from the repository where the settings ask for it. */
async function scanned(request: ScanRequest, settings: Settings, context: Context, command: CommandContext): Promise<ScanReport> {
  const { since, staged } = settings;
  if (since === undefined && !staged) return runScan(request, context, version);
  const { scanStaged, sinceRef } = await import('../../scan/since.js');
  if (!staged) return runScan(await sinceRef(request, since ?? 'HEAD', context, version), context, version);
  if (since !== undefined) throw new UsageError({ where: '--staged', message: 'cannot be given with --since: it compares with HEAD' });
  // Where only some of the changes are committed, git has put them into an index of their own.
  const index = command.environment.GIT_INDEX_FILE;
  return scanStaged(request, index && resolve(command.cwd, index), context, version);
}

/** Behind a report for people on stdout; where a program reads stdout, on stderr. */
async function printFixHint(report: ScanReport, outputs: readonly Output[], io: Io): Promise<void> {
  const { fixHint } = await import('../fix-hint/fix-hint.js');
  const lines = fixHint(report);
  const isTaken = outputs.some(({ reporter, file }) => file === undefined && reporter.machine);
  if (isTaken) for (const line of lines) io.err(line);
  else io.out(`\n${lines.join('\n')}\n`);
}

function show(update: (text: string) => void, line: string | undefined): void {
  if (line !== undefined) update(line);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
