import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Settings } from '../config/settings.js';
import type { ScanReport } from '../model/report.js';
import { reporters } from '../report/registry.js';
import { OperationalError, UsageError } from '../support/errors.js';
import type { CommandContext } from './command.js';
import { knownFormat } from './known-format.js';
import { renderOptions } from './terminal/terminal.js';

type ReporterEntry = (typeof reporters)[number];

/** One report to write: to a file, or to stdout. */
export interface Output {
  reporter: ReporterEntry;
  file?: string;
}

/**
 * What `--format` (`FORMAT[=FILE]`, repeatable) and `--output` (a file, a folder or `-`) ask for. At most one report goes to
 * stdout, because two in one stream can't be told apart.
 */
export function parseOutputs(formats: readonly string[], output: string | undefined): Output[] {
  const outputs = (formats.length === 0 ? ['console'] : formats).map((format) => parseOutput(format, output));
  const onStdout = outputs.filter((entry) => entry.file === undefined);
  if (onStdout.length > 1) {
    const names = onStdout.map((entry) => entry.reporter.id).join(' and ');
    throw new UsageError({
      where: '--format',
      message: `${names} cannot both go to stdout`,
      hint: 'write them to files: --format sarif=castellan.sarif, or --output FOLDER',
    });
  }
  return outputs;
}

function parseOutput(format: string, output: string | undefined): Output {
  const equals = format.indexOf('=');
  const word = equals === -1 ? format : format.slice(0, equals);
  const known = reporters.map((entry) => entry.id);
  const id = knownFormat(word, known);
  const reporter = reporters.find((entry) => entry.id === id);
  if (!reporter) throw new RangeError(`no reporter ${id}`);
  const file = equals === -1 ? fileFor(reporter, output) : format.slice(equals + 1);
  return file === undefined || file === '-' ? { reporter } : { reporter, file };
}

/** `--output` is a folder when it ends in a slash or is one. */
function fileFor(reporter: ReporterEntry, output: string | undefined): string | undefined {
  if (output === undefined || output === '-') return undefined;
  const isFolder = /[/\\]$/.test(output) || statSync(output, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? join(output, `castellan.${reporter.extension}`) : output;
}

interface Surroundings {
  settings: Settings;
  command: CommandContext;
}

/** Renders and writes every report; files first, so that a reader of stdout finds them there. */
export async function writeReports(report: ScanReport, outputs: readonly Output[], { settings, command }: Surroundings): Promise<void> {
  const stream = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
  for (const { reporter, file } of [...outputs].sort((a, b) => Number(a.file === undefined) - Number(b.file === undefined))) {
    const { default: loaded } = await reporter.load();
    const shown = file === undefined ? stream : { isTTY: false, columns: undefined };
    const lastLineFollows = file === undefined && process.stdout.isTTY === true && process.stderr.isTTY === true;
    const rendered = await loaded.render(report, { ...renderOptions(command.environment, shown, settings), lastLineFollows });
    const pieces = typeof rendered === 'string' ? [rendered] : rendered;
    if (file === undefined) for (const block of blocks(pieces)) command.io.out(block);
    else writeWhole(resolve(command.cwd, file), pieces);
  }
}

/** Characters written at once: a system call for each component of a report would take longer than making it. */
const BLOCK = 256 * 1024;

function* blocks(pieces: Iterable<string>): Generator<string> {
  let held: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < BLOCK) continue;
    yield held.join('');
    held = [];
    length = 0;
  }
  if (length > 0) yield held.join('');
}

/** Writes beside the target and renames, so that a reader never meets half a report. */
function writeWhole(file: string, pieces: Iterable<string>): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const fd = openSync(temporary, 'w');
    try {
      for (const block of blocks(pieces)) writeFileSync(fd, block);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, file);
  } catch (cause) {
    rmSync(temporary, { force: true });
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new OperationalError({ where: file, message: `report cannot be written (${code})`, cause });
  }
}
