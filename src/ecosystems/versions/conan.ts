import { compareText } from '../../support/compare-text.js';
import { canonicalDigits, compareDigits, compareLists, dropTrailingZeros, isDigits } from './digits.js';
import { defineOrdering } from './ordering.js';

/** Conan 2's Version: items without the zeros that end them, then a pre-release and a build that are versions themselves. */
export interface ConanVersion {
  items: readonly string[];
  pre?: ConanVersion;
  build?: ConanVersion;
}

/** Parts of a Conan version. Nearly every text without white space or range syntax is one; the pre-release begins at the first `-`, the build at the last `+`. */
export function parseConan(text: string): ConanVersion | undefined {
  if (text === '' || /[\s,|[\]<>=${}]/.test(text)) return undefined;
  const plus = text.lastIndexOf('+');
  const [public_, build] = plus === -1 ? [text, undefined] : [text.slice(0, plus), text.slice(plus + 1)];
  const dash = public_.indexOf('-');
  const [release, pre] = dash === -1 ? [public_, undefined] : [public_.slice(0, dash), public_.slice(dash + 1)];
  return {
    items: itemsOf(release),
    ...(pre !== undefined && { pre: { items: itemsOf(pre) } }),
    ...(build !== undefined && { build: { items: itemsOf(build) } }),
  };
}

function itemsOf(text: string): readonly string[] {
  return dropTrailingZeros(text.split('.').map((item) => (isDigits(item) ? canonicalDigits(item) : item)));
}

/** Order of Conan 2: a version with a pre-release comes before the one without, a build after. */
export function compareConan(a: ConanVersion, b: ConanVersion): number {
  return compareLists(a.items, b.items, compareItems) || compareParts(a.pre, b.pre, 1) || compareParts(a.build, b.build, -1);
}

function compareItems(a: string, b: string): number {
  return isDigits(a) && isDigits(b) ? compareDigits(a, b) : compareText(a, b);
}

function compareParts(a: ConanVersion | undefined, b: ConanVersion | undefined, missing: -1 | 1): number {
  if (!a) return b ? missing : 0;
  return b ? compareConan(a, b) : -missing;
}

/** ConanCenter. */
export const conanOrdering = defineOrdering<ConanVersion>({
  id: 'Conan',
  parse: parseConan,
  compare: compareConan,
  prerelease: ({ pre }) => pre !== undefined,
  major: ({ items }) => items[0] ?? '0',
});
