import { compareText } from '../../support/compare-text.js';
import { canonicalDigits, compareDigits, isDigits } from './digits.js';
import { defineOrdering } from './ordering.js';

/** A version as Composer normalises it: numbers and words in turn, or the name of a branch. */
export interface ComposerVersion {
  /** `1.0.0.0-RC1` gives 1 0 0 0 RC 1. */
  parts: readonly string[];
  /** Of `dev-main`: `main`. Branches have no order among versions; they are put after all of them. */
  branch?: string;
}

const MODIFIER = '[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)([.-]?[0-9]+(?:[.-][0-9]+)*)?)?([.-]?dev)?$';
const CLASSICAL = new RegExp(`^v?([0-9]{1,5})(\\.[0-9]+)?(\\.[0-9]+)?(\\.[0-9]+)?${MODIFIER}`, 'i');
const DATED = new RegExp(`^v?([0-9]{4}(?:[.:-]?[0-9]{2}){1,6}(?:[.:-]?[0-9]{1,3}){0,2})${MODIFIER}`, 'i');
const NUMERIC_BRANCH = /^v?([0-9]+)(\.(?:[0-9]+|[xX*]))?(\.(?:[0-9]+|[xX*]))?(\.(?:[0-9]+|[xX*]))?[.-]?dev$/i;
const UNNUMBERED = new Set(['master', 'trunk', 'default']);

/** Stands for `x` in a branch such as `2.x-dev`, so that it comes after every release of 2. */
const ANY_NUMBER = '9999999';

/** The version that Composer's VersionParser makes of a text; undefined if it refuses the text. */
export function parseComposer(given: string): ComposerVersion | undefined {
  const text = withoutDecoration(given.trim());
  if (UNNUMBERED.has(text)) return { parts: [], branch: text };
  if (/^dev-/i.test(text)) return text.length > 4 ? { parts: [], branch: text.slice(4) } : undefined;
  const plain = /^([^,\s+]+)\+[^\s]+$/.exec(text)?.[1] ?? text;
  const classical = CLASSICAL.exec(plain);
  if (classical) {
    const [, major = '', minor = '.0', patch = '.0', fourth = '.0', ...modifier] = classical;
    return { parts: [...numbersOf(`${major}${minor}${patch}${fourth}`), ...modifierParts(modifier)] };
  }
  const dated = DATED.exec(plain);
  if (dated) return { parts: [...numbersOf(dated[1] ?? ''), ...modifierParts(dated.slice(2))] };
  return numericBranch(plain);
}

/** Drops parts that only requirements have: an alias (`as 1.0`) and a stability flag (`@dev`). */
function withoutDecoration(text: string): string {
  return text.replace(/^([^,\s]+) +as +[^,\s]+$/, '$1').replace(/@(?:stable|rc|beta|alpha|dev)$/i, '');
}

function numbersOf(text: string): string[] {
  return text.split(/[^0-9]/).map(canonicalDigits);
}

function modifierParts([stability, number, dev]: readonly (string | undefined)[]): string[] {
  const word = stability === undefined ? '' : stabilityName(stability.toLowerCase());
  const numbers = number?.match(/[0-9]+/g) ?? [];
  if (word === 'stable') return [];
  return [...(word === '' ? [] : [word, ...numbers.map(canonicalDigits)]), ...(dev ? ['dev'] : [])];
}

function stabilityName(word: string): string {
  return { a: 'alpha', b: 'beta', p: 'patch', pl: 'patch' }[word] ?? word;
}

function numericBranch(text: string): ComposerVersion | undefined {
  const match = NUMERIC_BRANCH.exec(text);
  if (!match) return undefined;
  const numbers = match.slice(1).map((part) => (part === undefined ? ANY_NUMBER : part.replace('.', '').replace(/[xX*]/, ANY_NUMBER)));
  return { parts: [...numbers.map(canonicalDigits), 'dev'] };
}

/** Order of PHP's version_compare over normalised versions. */
export function compareComposer(a: ComposerVersion, b: ComposerVersion): number {
  if (a.branch !== undefined || b.branch !== undefined) return compareBranches(a.branch, b.branch);
  const length = Math.max(a.parts.length, b.parts.length);
  for (let index = 0; index < length; index++) {
    const order = compareParts(a.parts[index], b.parts[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareBranches(a: string | undefined, b: string | undefined): number {
  if (a === undefined) return -1;
  return b === undefined ? 1 : compareText(a, b);
}

function compareParts(a: string | undefined, b: string | undefined): number {
  if (a !== undefined && b !== undefined && isDigits(a) && isDigits(b)) return compareDigits(a, b);
  return rank(a) - rank(b);
}

const WORD_RANK: ReadonlyMap<string, number> = new Map([
  ['dev', 0],
  ['alpha', 1],
  ['beta', 2],
  ['rc', 3],
  ['patch', 6],
]);

/** A number counts as more than nothing, and both as something between `rc` and `patch`. */
function rank(part: string | undefined): number {
  if (part === undefined) return 4;
  return WORD_RANK.get(part) ?? 5;
}

/** Packagist: composer/semver. */
export const packagistOrdering = defineOrdering<ComposerVersion>({
  id: 'Composer',
  parse: parseComposer,
  compare: compareComposer,
  prerelease: ({ parts, branch }) => branch !== undefined || parts.some((part) => !isDigits(part) && part !== 'patch'),
  major: ({ parts }) => parts[0] ?? '',
});
