import type { AffectedPackage, AffectedRange } from '../model/advisory.js';

/**
 * The ranges of an advisory that a version can be compared with: those about builds of its own kind and, for builds of a module, of the
 * same stream. A range that states no version is about every build.
 */
export function comparable(
  row: AffectedPackage,
  version: string,
  module: string | undefined,
  flavour: (version: string) => string,
): AffectedPackage {
  if (row.ranges.length === 0) return row;
  const own = module === undefined ? flavour(version) : 'module';
  const fits = (range: AffectedRange) => {
    if (range.module !== undefined && (own !== 'module' || (module !== undefined && module !== range.module))) return false;
    const bound = range.events.map(({ fixed, last_affected: last }) => fixed ?? last).find((end) => end !== undefined);
    return range.module !== undefined || bound === undefined || flavour(bound) === own;
  };
  return row.ranges.every(fits) ? row : { ...row, ranges: row.ranges.filter(fits) };
}
