import { isPushed } from '../../api/source-scope.js';

/**
 * Why sources of a kind can never run here; undefined when they can. Such a source is only a record. Its test, its run,
 * a cohort and a schedule all give this reason.
 */
export function whyNeverRun(kind: string): string | undefined {
  return isPushed(kind) ? `sources of kind ${kind} are pushed to and cannot be run` : undefined;
}
