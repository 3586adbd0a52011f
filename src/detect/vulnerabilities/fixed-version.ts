import type { Ordering } from '../../ecosystems/versions/ordering.js';

/** What ends one problem: per advisory that matched the versions that fix it, all above the installed one. */
export type Fixes = readonly (readonly string[])[];

/** A version to upgrade to, and which of the problems (by index) it ends. */
export interface Upgrade {
  version: string;
  ends: number[];
}

/**
 * The smallest version above `installed` that ends a problem by all its advisories: of the same major where there is one, no
 * pre-release where that can be helped. Undefined when none of the versions given does.
 */
export function smallestFix(installed: string, fixes: Fixes, ordering: Ordering): string | undefined {
  return bestUpgrade(installed, [fixes], ordering)?.version;
}

/** The version that ends most of the problems, among equals chosen as `smallestFix` does; undefined when none ends any. */
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
 * Whether a version has a fix. Fixes belong to release branches that the ranges' ends alone don't tell, so the version is taken
 * to lie in the branch of the fixes it shares most leading parts with, and must be above all of those: with fixes 1.5.1 and
 * 2.3.0 version 1.6.0 is fixed, 2.0.0 isn't, and neither is 1.3.0 with 1.2.3 and 1.4.5.
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
