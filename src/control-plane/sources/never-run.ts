import { isPushed, kindsWithoutCollector } from '../../api/source-scope.js';

/**
 * Why sources of a kind are never run here, whatever else is set of them; undefined where they may be. Such a source is a record all
 * the same. Its test, its run, a cohort and a schedule all say this.
 */
export function whyNeverRun(kind: string): string | undefined {
  if (isPushed(kind)) return `sources of kind ${kind} are pushed to and cannot be run`;
  if (!kindsWithoutCollector.some((one) => one === kind)) return undefined;
  return kind.startsWith('connector.')
    ? 'no connector of this kind is installed on this server'
    : `this version has no collector for ${kind}: the source is kept as a record and cannot be run`;
}
