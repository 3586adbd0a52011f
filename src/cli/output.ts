import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from '../config/settings.js';
import type { ScanReport } from '../model/report.js';
import { reporters } from '../report/registry.js';
import type { RenderOptions } from '../report/reporter.js';
import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { Turns } from '../support/turns.js';
import { descriptorOf, outputIdentity, writeOutputFile } from '../system/output-file.js';
import type { CommandContext } from './command.js';
import { knownFormat } from './known-format.js';
import { renderOptions } from './terminal/terminal.js';

type ReporterEntry = (typeof reporters)[number];

/** One report to write: to a file, or to stdout. */
export interface Output {
  reporter: ReporterEntry;
  file?: string;
}

/** What `--format` (`FORMAT[=FILE]`, repeatable) and `--output` (a file, a folder or `-`) say, and which command got them. */
export interface OutputWish {
  formats: readonly string[];
  output: string | undefined;
  cwd: string;
  /** Ids of the command's formats; absent: all. The first is the default. */
  known?: readonly string[];
}

/**
 * The reports that the user asked for. Without a format, the ending of `--output` decides. At most one report goes to stdout and one to
 * each file, because nobody could tell two in one place apart.
 */
export function parseOutputs({ formats, output, cwd, known }: OutputWish): Output[] {
  const outputs = (formats.length === 0 ? [formatOf(output, known)] : formats).map((format) => parseOutput(format, output));
  const onStdout = outputs.filter((entry) => entry.file === undefined);
  if (onStdout.length > 1) {
    const names = onStdout.map((entry) => entry.reporter.id).join(' and ');
    throw new UsageError({
      where: '--format',
      message: `${names} cannot both go to stdout`,
      hint: 'write them to files: --format sarif=castellan.sarif, or --output FOLDER',
    });
  }
  refuseSharedFiles(outputs, cwd);
  return outputs;
}

function refuseSharedFiles(outputs: readonly Output[], cwd: string): void {
  const seen = new Map<string, Output>();
  for (const output of outputs) {
    const identity = output.file === undefined ? undefined : outputIdentity(resolve(cwd, output.file));
    if (identity === undefined) continue;
    const other = seen.get(identity);
    if (other) {
      throw new UsageError({
        where: '--format',
        message: `${other.reporter.id} and ${output.reporter.id} cannot both go to ${quote(output.file ?? '', 200)}`,
        hint: 'give each a file of its own: --format sarif=castellan.sarif, or --output FOLDER',
      });
    }
    seen.set(identity, output);
  }
}

/**
 * The format that a file's ending stands for, the longest ending first: `x.cdx.json`. Files with other endings get the
 * console report, or what a command without one writes first.
 */
function formatOf(output: string | undefined, known: readonly string[] | undefined): string {
  const written = known === undefined ? reporters : reporters.filter((entry) => known.includes(entry.id));
  const endings = output === undefined || isFolder(output) ? [] : written.filter((entry) => output.endsWith(`.${entry.extension}`));
  const [longest] = endings.sort((a, b) => b.extension.length - a.extension.length);
  const unsaid = known === undefined || known.includes('console') ? 'console' : known[0];
  return longest?.id ?? unsaid ?? 'console';
}

function parseOutput(format: string, output: string | undefined): Output {
  const equals = format.indexOf('=');
  const word = equals === -1 ? format : format.slice(0, equals);
  const known = reporters.map((entry) => entry.id);
  const id = knownFormat(word, known);
  const reporter = reporters.find((entry) => entry.id === id);
  if (!reporter) throw new RangeError(`no reporter ${id}`);
  const file = equals === -1 ? fileFor(reporter, output) : format.slice(equals + 1);
  return file === undefined || file === '-' || descriptorOf(file) === STDOUT ? { reporter } : { reporter, file };
}

const STDOUT = 1;

/** `--output` is a folder when it ends in a slash or is one. */
function fileFor(reporter: ReporterEntry, output: string | undefined): string | undefined {
  if (output === undefined || output === '-') return undefined;
  return isFolder(output) ? join(output, `castellan.${reporter.extension}`) : output;
}

function isFolder(output: string): boolean {
  try {
    return /[/\\]$/.test(output) || statSync(output).isDirectory();
  } catch {
    return false;
  }
}

export interface OutputContext {
  settings: Settings;
  command: CommandContext;
}

/** Renders and writes every report. Files come first, so that they exist when a reader of stdout looks. Stderr names each file. */
export async function writeReports(report: ScanReport, outputs: readonly Output[], around: OutputContext): Promise<void> {
  const load = async ({ reporter }: Output) => {
    const { default: loaded } = await reporter.load();
    return (options: RenderOptions) => loaded.render(report, options);
  };
  await writeEach(outputs, around, load);
}

type Render = (options: RenderOptions) => string | Iterable<string> | Promise<string | Iterable<string>>;

/** Like `writeReports`, but `load` returns the function that renders an output. */
export async function writeEach(
  outputs: readonly Output[],
  { settings, command }: OutputContext,
  load: (output: Output) => Promise<Render>,
): Promise<void> {
  const stream = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
  const turns = Turns.heeding(command.signal);
  for (const output of [...outputs].sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined))) {
    const { reporter, file } = output;
    const render = await load(output);
    await turns.pass();
    const shown = file === undefined ? stream : { isTTY: false, columns: undefined };
    const lastLineFollows = file === undefined && process.stdout.isTTY === true && process.stderr.isTTY === true;
    const rendered = await render({ ...renderOptions(command.environment, shown, settings), lastLineFollows });
    const pieces = inBlocks(typeof rendered === 'string' ? [rendered] : rendered, turns);
    if (file === undefined) for await (const block of pieces) command.io.out(block);
    else if ((await writeOutputFile(resolve(command.cwd, file), pieces, command)) === 'file' && !settings.quiet)
      command.io.err(`wrote ${file} (${reporter.id})`);
  }
  // An error of stdout is reported before any verdict.
  await turns.pass();
}

/** Characters written at once: a system call for each component of a report would take longer than making it. */
const BLOCK = 256 * 1024;

async function* inBlocks(pieces: Iterable<string>, turns: Turns): AsyncGenerator<string> {
  let held: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < BLOCK) continue;
    yield held.join('');
    if (turns.isOver) await turns.pass();
    held = [];
    length = 0;
  }
  if (length > 0) yield held.join('');
}
