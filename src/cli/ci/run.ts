import { relative, resolve, sep } from 'node:path';
import type { ScanReport } from '../../model/report.js';
import { CastellanError, describe, OperationalError } from '../../support/errors.js';
import type { CommandContext, RunProgram } from '../command.js';
import { exitCodeOf, exitCodes } from '../exit-codes.js';
import { openReport } from '../saved-report.js';
import { countsSkills, scanArguments, wantsUpdate } from './arguments.js';
import { baselineArguments, isOfBaseline, notCompared } from './baseline.js';
import type { CiRun } from './ci-run.js';
import { checkCommentName } from './comment.js';
import { ReportFiles } from './files.js';
import type { GivenInputs } from './inputs.js';
import { outputsOf } from './outputs.js';
import { writeOutputs } from './outputs-file.js';
import { beginningOf, placed } from './place.js';
import { tell } from './tell.js';

/** Scans, tells the system of it, and publishes the outputs. Returns the scan's exit code, or 0 where the workflow judges for itself. */
export async function runCi(run: CiRun): Promise<number> {
  const { given, context } = run;
  const folder = resolve(context.cwd, given.text('working-directory'));
  const place = relative(context.cwd, folder).split(sep).join('/') || '.';
  const files = new ReportFiles(given, folder, place);
  const { code: ended, report, unexpected } = await scanned(run, files, folder);
  if (report) {
    const beginning = beginningOf(given.lines('path'), folder, context.cwd);
    await tell(run, placed(report, beginning));
  }
  const code = published(run, files, ended, report);
  if (unexpected !== undefined) throw unexpected;
  return given.flag('fail') ? code : exitCodes.success;
}

interface Scanned {
  code: number;
  report: ScanReport | undefined;
  /** What is no expected error; to be thrown again once the outputs are out. */
  unexpected?: unknown;
}

async function scanned(run: CiRun, files: ReportFiles, folder: string): Promise<Scanned> {
  const { given, context, program } = run;
  const { err } = context.io;
  try {
    // Outputs tell of this run alone: whatever an earlier one left goes before anything can end.
    files.clear();
    given.check();
    checkCommentName(given.text('comment-name'));
    const inside = { ...context, environment: given.withoutToken, cwd: folder };
    if (wantsUpdate(given, context)) await updated(program, inside);
    const code = await compared(run, files, inside).finally(() => run.log.flush());
    return { ...reportOf(given, folder, code, err) };
  } catch (error) {
    if (!(error instanceof CastellanError)) return { code: exitCodeOf(error), report: undefined, unexpected: error };
    err(`error: ${describe(error)}`);
    return { code: exitCodeOf(error), report: undefined };
  }
}

/** The scan with the first baseline that can be had. */
async function compared(run: CiRun, files: ReportFiles, context: CommandContext): Promise<number> {
  const ways = baselineArguments(run);
  for (const [at, baseline] of ways.entries()) {
    try {
      return await run.program(scanArguments(run.given, files, baseline), context);
    } catch (error) {
      const left = ways.length - 1 - at;
      if (left === 0 || !(error instanceof CastellanError) || !isOfBaseline(error)) throw error;
      if (left === 1) context.io.err(notCompared(error));
    }
  }
  throw new RangeError('no way to scan');
}

async function updated(program: RunProgram, context: CommandContext): Promise<void> {
  const code = await program(['db', 'update'], context);
  if (code !== exitCodes.success) throw new OperationalError({ message: 'the advisory database could not be updated' });
}

/** Without a report nobody can say that all is well. */
function reportOf(given: GivenInputs, folder: string, code: number, err: (line: string) => void): Scanned {
  const isRefused = code === exitCodes.usage || code === exitCodes.staleDatabase;
  try {
    return { code, report: openReport(given.text('report-file'), folder) };
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    if (!isRefused) err(`error: no report was written to ${given.text('report-file')}`);
    return { code: code === exitCodes.success ? exitCodes.failed : code, report: undefined };
  }
}

/** A job whose next steps cannot read the result has failed. Returns the exit code. */
function published({ given, system, context }: CiRun, files: ReportFiles, code: number, report: ScanReport | undefined): number {
  const end = {
    code,
    report,
    countsSkills: countsSkills(given),
    sarif: files.written('sarif-file'),
    badge: files.written('badge-file'),
    graph: files.written('graph-file'),
  };
  try {
    const outputs = outputsOf(end);
    const file = given.text('outputs-file') || system.outputsFile?.name;
    if (file) writeOutputs(resolve(context.cwd, file), outputs, system.outputsFile?.value);
    system.publish?.(outputs);
    return code;
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    context.io.err(`error: ${describe(error)}`);
    return code === exitCodes.success ? exitCodes.failed : code;
  }
}
