import { readVariable } from '../../config/environment.js';
import type { CommandContext } from '../command.js';
import type { ReportFiles } from './files.js';
import type { ciInputs, GivenInputs } from './inputs.js';

type ScanType = (typeof ciInputs)['scan-type']['choices'][number];

/** By scan type: the command, whether it looks packages up, and the option that each path is given to; without one it is an operand. */
const TYPES: Record<ScanType, { command: readonly string[]; looksUp: boolean; option?: string }> = {
  scan: { command: ['scan'], looksUp: true },
  image: { command: ['scan'], looksUp: true, option: '--image' },
  iac: { command: ['scan'], looksUp: false, option: '--iac' },
  skills: { command: ['skills', 'audit'], looksUp: false },
};

/** The command line of the scan. The report in the log is the console's, unless the arguments put another one there. */
export function scanArguments(given: GivenInputs, files: ReportFiles, baseline: readonly string[]): string[] {
  const { command, option } = TYPES[given.choice('scan-type')];
  const own = given.lines('arguments');
  const severity = given.text('fail-on-severity');
  const paths = given.lines('path');
  return [
    ...command,
    ...(showsFormat(own) ? [] : ['--format', 'console']),
    ...files.formats,
    ...(severity === '' || countsSkills(given) ? [] : [`--fail-on-severity=${severity}`]),
    ...baseline,
    ...own,
    // Paths must not be taken for options.
    ...(option === undefined ? ['--', ...paths] : paths.map((path) => `${option}=${path}`)),
  ];
}

function showsFormat(own: readonly string[]): boolean {
  return own.some((word, at) => /^--format=[^=]+$/.test(word) || (/^(?:-f|--format)$/.test(own[at - 1] ?? '') && !word.includes('=')));
}

export function countsSkills(given: GivenInputs): boolean {
  return given.choice('scan-type') === 'skills';
}

/** True when the database is to be brought up to date first. */
export function wantsUpdate(given: GivenInputs, context: CommandContext): boolean {
  return given.flag('update-database') && TYPES[given.choice('scan-type')].looksUp && !isOffline(given, context);
}

/** True when no connection may be opened. */
export function isOffline(given: GivenInputs, { environment }: CommandContext): boolean {
  return given.lines('arguments').includes('--offline') || /^(?:1|true|yes|on)$/i.test(readVariable(environment, 'OFFLINE') ?? '');
}
