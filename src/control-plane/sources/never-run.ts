import { isPushed, kindsWithoutCollector } from '../../api/source-scope.js';

/**
 * Why sources of a kind can never run here; undefined when they can. Such a source is only a record. Its test, its run,
 * a cohort and a schedule all give this reason.
 */
export function whyNeverRun(kind: string): string | undefined {
  if (isPushed(kind)) return `sources of kind ${kind} are pushed to and cannot be run`;
  if (!kindsWithoutCollector.some((one) => one === kind)) return undefined;
  return `this version has no collector for ${kind}: the source is kept as a record and cannot be run`;
}
