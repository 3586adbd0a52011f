import type { Ordering } from '../../ecosystems/versions/ordering.js';

/** The fixes of one problem: for each advisory that matched, the versions that fix it, all above the installed one. */
export type Fixes = readonly (readonly string[])[];

/** A version to upgrade to, with the indexes of the problems that it fixes. */
export interface Upgrade {
  version: string;
  ends: number[];
}

/**
 * The smallest version above `installed` that fixes a problem by all its advisories: preferably of the same major
 * version, and not a pre-release. Undefined when none of the given versions does.
 */
export function smallestFix(installed: string, fixes: Fixes, ordering: Ordering): string | undefined {
  return bestUpgrade(installed, [fixes], ordering)?.version;
}

/**
 * The version that fixes most of the problems, among equals chosen like `smallestFix`; undefined when none fixes any.
 */
export function bestUpgrade(installed: string, problems: readonly Fixes[], ordering: Ordering): Upgrade | undefined {
  if (!ordering.valid(installed)) return undefined;
  const usable = problems.map((fixes) => fixes.map((versions) => versions.filter((version) => ordering.valid(version))));
  const candidates = [...new Set(usable.flat(2))].filter((version) => ordering.compare(version, installed) > 0).sort(ordering.compare);
  const upgrades = candidates.map((version) => ({
    version,
    ends: usable.flatMap((fixes, index) =>
      fixes.length > 0 && fixes.every((versions) => ends(version, versions, ordering)) ? [index] : [],
    ),
    cost: costOf(version, installed, ordering),
  }));
  // The sort is stable, so equal ones stay smallest first.
  const [best] = upgrades.sort((a, b) => b.ends.length - a.ends.length || a.cost - b.cost);
  return best && best.ends.length > 0 ? { version: best.version, ends: best.ends } : undefined;
}

/**
 * True when a version has a fix. Fixes belong to release branches, which the ends of the ranges do not identify. The
 * version is assumed to be in the branch of the fixes with which it shares most leading parts, and must be above all of
 * those: with fixes 1.5.1 and 2.3.0, version 1.6.0 is fixed and 2.0.0 is not; with fixes 1.2.3 and 1.4.5, version 1.3.0
 * is not.
 */
function ends(version: string, fixes: readonly string[], ordering: Ordering): boolean {
  const shared = fixes.map((fix) => sharedParts(version, fix));
  const most = Math.max(...shared);
  return fixes.length > 0 && fixes.every((fix, index) => shared[index] !== most || ordering.compare(fix, version) <= 0);
}

function sharedParts(a: string, b: string): number {
  const [left, right] = [a.replace(/^v/, '').split(/[.:~+-]/), b.replace(/^v/, '').split(/[.:~+-]/)];
  const differs = left.findIndex((part, index) => part !== right[index]);
  return differs === -1 ? left.length : differs;
}

function costOf(version: string, installed: string, ordering: Ordering): number {
  const otherMajor = ordering.major !== undefined && ordering.major(version) !== ordering.major(installed);
  const unripe = (ordering.prerelease?.(version) ?? false) && !(ordering.prerelease?.(installed) ?? false);
  return (unripe ? 2 : 0) + (otherMajor ? 1 : 0);
}
