import { compareText } from '../../support/compare-text.js';
import { canonicalDigits, compareDigits } from './digits.js';
import { type Item, parseItems, RELEASE_WORDS } from './maven-items.js';
import { defineOrdering } from './ordering.js';

/** Words with a fixed order; the empty word is the release. All other words come after them, in alphabetical order. */
const QUALIFIERS = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const RELEASE_RANK = 5;

function rank(word: string): number {
  if (RELEASE_WORDS.has(word)) return RELEASE_RANK;
  const index = QUALIFIERS.indexOf(word);
  return index === -1 ? QUALIFIERS.length : index;
}

function compareWords(a: string, b: string): number {
  const aRank = rank(a);
  return aRank - rank(b) || (aRank === QUALIFIERS.length ? compareText(a, b) : 0);
}

/** Kinds in order, where two items differ in kind: `1.any` < `1-1` < `1.1`. */
const KIND_ORDER: Readonly<Record<Item['kind'], number>> = { word: 0, list: 1, number: 2 };

function compare(a: Item, b: Item): number {
  if (a.kind === 'list' && b.kind === 'list') return compareItemLists(a.items, b.items);
  if (a.kind === 'number' && b.kind === 'number') return compareDigits(a.digits, b.digits);
  if (a.kind === 'word' && b.kind === 'word') return compareWords(a.word, b.word);
  return KIND_ORDER[a.kind] - KIND_ORDER[b.kind];
}

function compareItemLists(a: readonly Item[], b: readonly Item[]): number {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a[index];
    const right = b[index];
    const order = left && right ? compare(left, right) : (left ? compareWithNothing(left) : 0) - (right ? compareWithNothing(right) : 0);
    if (order !== 0) return order;
  }
  return 0;
}

function compareWithNothing(item: Item): number {
  switch (item.kind) {
    case 'number':
      return item.digits === '0' ? 0 : 1;
    case 'list':
      return item.items.map(compareWithNothing).find((order) => order !== 0) ?? 0;
    default:
      return compareWords(item.word, '');
  }
}

interface MavenVersion {
  item: Item;
  major: string;
  prerelease: boolean;
}

/** Any text without white space, property or range syntax is a version to Maven. */
function parse(text: string): MavenVersion | undefined {
  if (!/^[^\s${}()[\],<>]+$/.test(text)) return undefined;
  const lower = text.toLowerCase();
  const [, major = ''] = /^([0-9]+)/.exec(lower) ?? [];
  const words = lower.match(/[a-z]+/g) ?? [];
  return {
    item: { kind: 'list', items: parseItems(lower) },
    major: major === '' ? lower : canonicalDigits(major),
    prerelease: words.some((word) => PRE_WORDS.has(word)),
  };
}

const PRE_WORDS = new Set(['a', 'alpha', 'b', 'beta', 'm', 'milestone', 'rc', 'cr', 'snapshot', 'ea', 'pre', 'preview', 'dev', 'nightly']);

/** Maven: ComparableVersion of Maven 3.9. */
export const mavenOrdering = defineOrdering<MavenVersion>({
  id: 'Maven',
  parse,
  compare: (a, b) => compare(a.item, b.item),
  prerelease: (version) => version.prerelease,
  major: (version) => version.major,
});
