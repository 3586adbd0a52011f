import { lettersOf, type Popular } from './popular.js';

/** How a name imitates another, strongest first. */
export type Imitation = 'homoglyph' | 'separators' | 'scope' | 'edit' | 'order' | 'affix';

export interface LookAlike {
  /** The popular name that is imitated. */
  target: string;
  how: Imitation;
}

/** Letters and digits that look like ASCII ones, as squatters use them. */
const CONFUSABLE: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  ԁ: 'd',
  ո: 'n',
  м: 'm',
  т: 't',
  к: 'k',
  в: 'b',
  н: 'h',
  ɡ: 'g',
  ⅼ: 'l',
  ı: 'i',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

/** Additions that promise the same thing for another place. */
const AFFIXES = [
  'js',
  'node',
  'npm',
  'py',
  'python',
  'python3',
  'lib',
  'api',
  'sdk',
  'cli',
  'dev',
  'beta',
  'new',
  'official',
  'pro',
  'plus',
  'utils',
  'tool',
  'tools',
  'latest',
  'core',
  'client',
  'master',
];

/** Shorter names are near too many others by chance. */
const MIN_LENGTH = 5;

/**
 * The popular name that `name` looks like, or undefined. A name in ordinary use is never one. Edit distance is one step of
 * Damerau–Levenshtein.
 */
export function lookAlike(name: string, popular: Popular): LookAlike | undefined {
  if (name.length > 100 || popular.isKnown(name)) return undefined;
  const plain = withoutConfusables(name);
  if (plain !== name && isTarget(plain, popular)) return { target: plain, how: 'homoglyph' };
  return bySeparators(name, popular) ?? byEdit(name, popular) ?? byOrder(name, popular) ?? byAffix(name, popular);
}

function withoutConfusables(name: string): string {
  let plain = '';
  for (const char of name) plain += CONFUSABLE[char] ?? char;
  return plain;
}

function isTarget(name: string, popular: Popular): boolean {
  return popular.targets(name.length).includes(name);
}

/** `crossenv` for `cross-env`, `types-node` for `@types/node`. */
function bySeparators(name: string, popular: Popular): LookAlike | undefined {
  const letters = lettersOf(name);
  if (letters.length < MIN_LENGTH) return undefined;
  const target = popular.spelt(letters).find((candidate) => candidate !== name);
  return target === undefined ? undefined : { target, how: target.startsWith('@') !== name.startsWith('@') ? 'scope' : 'separators' };
}

function byEdit(name: string, popular: Popular): LookAlike | undefined {
  if (name.length < MIN_LENGTH) return undefined;
  for (const length of [name.length, name.length - 1, name.length + 1]) {
    const target = popular.targets(length).find((candidate) => candidate.length >= MIN_LENGTH && isOneStep(name, candidate));
    if (target !== undefined && sameScope(name, target)) return { target, how: 'edit' };
  }
  return undefined;
}

/** A package of another scope is another owner's, not a slip of the finger. */
function sameScope(a: string, b: string): boolean {
  return !a.startsWith('@') || !b.startsWith('@') || a.split('/')[0] === b.split('/')[0] || a.split('/')[1] === b.split('/')[1];
}

/** One letter more, less, other, or two neighbours swapped. */
export function isOneStep(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  const [left, right] = [a.length - start - end, b.length - start - end];
  if (left <= 1 && right <= 1) return true;
  return left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}

/** `requests-python` for `python-requests`. */
function byOrder(name: string, popular: Popular): LookAlike | undefined {
  const parts = name.split(/[-_.]/);
  if (parts.length < 2 || parts.length > 4) return undefined;
  const key = [...parts].sort().join('-');
  const target = popular.targets(name.length).find((candidate) => candidate !== name && candidate.split(/[-_.]/).sort().join('-') === key);
  return target === undefined ? undefined : { target, how: 'order' };
}

/** `requests-python`, `node-lodash`, `lodashjs`: a popular name with a promise stuck to it. */
function byAffix(name: string, popular: Popular): LookAlike | undefined {
  for (const affix of AFFIXES) {
    for (const bare of stripped(name, affix)) {
      if (bare.length >= MIN_LENGTH && isTarget(bare, popular)) return { target: bare, how: 'affix' };
    }
  }
  return undefined;
}

function stripped(name: string, affix: string): string[] {
  const found: string[] = [];
  if (name.endsWith(affix)) found.push(name.slice(0, -affix.length).replace(/[-_.]$/, ''));
  if (name.startsWith(affix)) found.push(name.slice(affix.length).replace(/^[-_.]/, ''));
  return found;
}
