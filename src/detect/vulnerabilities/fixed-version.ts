import type { Ordering } from '../../ecosystems/ecosystem.js';

/**
 * The smallest version above `installed` that ends every problem, each given by the versions that fix it: one of the same major
 * where there is one, no pre-release where that can be helped. Undefined when no version of those given does.
 *
 * A candidate ends a problem when some fix is not above it and no later fix of the same major is: with fixes 1.5 and 2.3 the
 * version 2.0 lies in the branch that only 2.3 fixed.
 */
export function smallestFix(installed: string, problems: readonly (readonly string[])[], ordering: Ordering): string | undefined {
  const fixes = problems.map((versions) => versions.filter((version) => ordering.valid(version)));
  if (fixes.length === 0 || fixes.some((versions) => versions.length === 0) || !ordering.valid(installed)) return undefined;
  const candidates = [...new Set(fixes.flat())].filter((version) => ordering.compare(version, installed) > 0).sort(ordering.compare);
  const good = candidates.filter((candidate) => fixes.every((versions) => ends(candidate, versions, ordering)));
  return good.sort((a, b) => preference(a, installed, ordering) - preference(b, installed, ordering))[0];
}

function ends(candidate: string, fixes: readonly string[], ordering: Ordering): boolean {
  const major = ordering.major?.(candidate);
  const reached = fixes.some((fix) => ordering.compare(fix, candidate) <= 0);
  return reached && !fixes.some((fix) => ordering.compare(fix, candidate) > 0 && major !== undefined && ordering.major?.(fix) === major);
}

/** Lower is better; the sort is stable, so equal ones stay smallest first. */
function preference(version: string, installed: string, ordering: Ordering): number {
  const otherMajor = ordering.major !== undefined && ordering.major(version) !== ordering.major(installed);
  const unripe = (ordering.prerelease?.(version) ?? false) && !(ordering.prerelease?.(installed) ?? false);
  return (unripe ? 2 : 0) + (otherMajor ? 1 : 0);
}
