import { CastellanError, describe, UsageError } from '../../support/errors.js';
import { isOffline } from './arguments.js';
import type { CiRun } from './ci-run.js';
import type { Change } from './system.js';

/** The value of the input that compares with the target branch. */
const TARGET = 'target';

const NOT_COMPARED = 'baseline not compared, everything is judged';

/**
 * The ways to name the baseline on the command line of the scan, the best first. The last one of `target` is none: everything is judged where
 * there is nothing to compare with. Throws UsageError for a scan that cannot be compared.
 */
export function baselineArguments(run: CiRun): string[][] {
  const { given, context } = run;
  const baseline = given.text('baseline');
  if (baseline === '') return [[]];
  if (baseline !== TARGET) return [[`--baseline=${baseline}`]];
  const type = given.choice('scan-type');
  if (type !== 'scan') throw new UsageError({ where: 'baseline', message: `${TARGET} is for scan-type scan, not ${type}` });
  const change = changeOf(run);
  // A push or a schedule brings no change to a target: all of it is judged.
  if (change === undefined) return [[]];
  const reason = isOffline(given, context) ? '--offline starts no process' : 'no commit of the target branch is known';
  if (isOffline(given, context) || change.bases.length === 0) {
    context.io.err(`${NOT_COMPARED}: ${reason}`);
    return [[]];
  }
  return [...change.bases.map((base) => [`--since=${base}`]), []];
}

/** Undefined also where what the system says of a change cannot be read: then everything is judged, too, and a line says why. */
function changeOf({ system, context }: CiRun): Change | undefined {
  try {
    return system.change();
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    context.io.err(notCompared(error));
    return undefined;
  }
}

/** True when the commit could not be compared with, and the scan has not begun. */
export function isOfBaseline({ where = '', message }: CastellanError): boolean {
  return `${where} ${message}`.includes('--since');
}

/** The line for a change that nothing could be compared with. */
export function notCompared(error: CastellanError): string {
  return `${NOT_COMPARED}: ${describe(error).replace(/\s*\n\s*/g, '; ')}`;
}
