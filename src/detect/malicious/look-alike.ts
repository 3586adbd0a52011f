import { type EditStep, stepBetween } from '../../support/one-step.js';
import type { Popular } from './popular.js';
import { lettersOf, SEPARATOR, type WellKnownName, wordKey } from './target-index.js';

/** How a name imitates another, strongest evidence first. */
export type Imitation = 'homoglyph' | 'swap' | 'separators' | 'scope' | 'edit' | 'order' | 'affix';

/**
 * Likenesses that honest names hardly ever have: measurements found them dozens of times as frequent among malicious
 * packages.
 */
export const TELLING: ReadonlySet<Imitation> = new Set(['homoglyph', 'swap']);

export interface LookAlike {
  /** The popular name that it imitates. */
  target: string;
  how: Imitation;
}

/** Letters and digits that look like ASCII letters, as squatters use them. */
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

/** Groups of letters that look like another letter. */
const LIGATURES: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
];

const CONFUSABLES = new RegExp(`[${Object.keys(CONFUSABLE).join('')}]`, 'g');

/**
 * Additions that suggest the same package for another environment. Words in the names of honest add-ons (`cli`, `core`,
 * `plugin`) are not included.
 */
const AFFIXES = [
  'js',
  'node',
  'npm',
  'py',
  'python',
  'python3',
  'ruby',
  'lib',
  'api',
  'sdk',
  'dev',
  'beta',
  'new',
  'official',
  'pro',
  'utils',
  'tool',
  'latest',
  'master',
];

const AFFIXED = new RegExp(`^(?:${AFFIXES.join('|')})|(?:${AFFIXES.join('|')})$`);

/** Shorter names resemble too many others by chance. */
const MIN_LETTERS = 5;
/**
 * In shorter names a replaced letter usually makes another word, so only the most used names count as targets. From
 * this length on, a name counts even if its separators differ as well.
 */
const LONG = 9;
const MAX_LENGTH = 100;

/**
 * The popular name that `name`, in its ecosystem's normal form, looks like; undefined for a popular name, and for one
 * without likeness.
 */
export function findLookAlike(name: string, popular: Popular): LookAlike | undefined {
  if (name.length > MAX_LENGTH || popular.isKnown(name)) return undefined;
  const read: NameForms = { name, letters: lettersOf(name), popular };
  return byGlyphs(read) ?? bySpelling(read) ?? byOrder(read) ?? byAffix(read);
}

/** A name in the forms that the checks compare. */
interface NameForms {
  name: string;
  letters: string;
  popular: Popular;
}

/** `l0dash`, `nurnpy`, a Cyrillic `а`: the eye reads the target's name. */
function byGlyphs({ name, popular }: NameForms): LookAlike | undefined {
  const readings = [name.replace(CONFUSABLES, (char) => CONFUSABLE[char] ?? char)];
  for (const [group, letter] of LIGATURES) if (name.includes(group)) readings.push(name.replaceAll(group, letter));
  const target = readings.find((reading) => reading !== name && popular.targets.has(reading));
  return target === undefined ? undefined : { target, how: 'homoglyph' };
}

function bySpelling(read: NameForms): LookAlike | undefined {
  if (read.letters.length < MIN_LETTERS) return undefined;
  return bySeparators(read) ?? byEdit(read);
}

/**
 * `crossenv` for `cross-env`, `types-node` for `@types/node`. A scoped name for an unscoped target does not count: the
 * scope's owner may be the target's.
 */
function bySeparators({ name, letters, popular }: NameForms): LookAlike | undefined {
  const isScoped = name.startsWith('@');
  const isMeant = (target: WellKnownName) => target.name !== name && (target.name.startsWith('@') || !isScoped);
  const target = popular.targets.spelt(letters, isMeant)?.name;
  return target === undefined ? undefined : { target, how: target.startsWith('@') && !isScoped ? 'scope' : 'separators' };
}

/** One letter added, dropped or replaced, or two swapped; a swap is the strongest. */
function byEdit(read: NameForms): LookAlike | undefined {
  let edited: string | undefined;
  let swapped: string | undefined;
  read.popular.targets.near(read.letters, (target) => {
    const step = target.letters.length < MIN_LETTERS ? undefined : stepBetween(target.letters, read.letters);
    if (step === undefined || !isTelling(read, target.name, step)) return false;
    if (step === 'swapped') swapped = target.name;
    else edited ??= target.name;
    return swapped !== undefined;
  });
  if (swapped !== undefined) return { target: swapped, how: 'swap' };
  return edited === undefined ? undefined : { target: edited, how: 'edit' };
}

function isTelling({ name, letters, popular }: NameForms, target: string, step: EditStep): boolean {
  if (!sameScope(name, target)) return false;
  return letters.length >= LONG || (stepBetween(target, name) !== undefined && (step !== 'replaced' || popular.isTop(target)));
}

/** A package of another scope has another owner and is not a typing error. */
function sameScope(a: string, b: string): boolean {
  if (!a.startsWith('@') && !b.startsWith('@')) return true;
  const [scopeA, bareA] = a.split('/');
  const [scopeB, bareB] = b.split('/');
  return scopeA === scopeB || bareA === bareB;
}

/** `sdk-python-cloud` for `cloud-python-sdk`; with only two words, both orders are too often honest. */
function byOrder({ name, popular }: NameForms): LookAlike | undefined {
  const separator = SEPARATOR.exec(name)?.[0];
  if (separator === undefined) return undefined;
  const isMeant = ({ name: target }: WellKnownName) =>
    target !== name && sameWords(name, target, popular.isTop(target) ? 2 : 3) && hasOne(target, separator);
  const target = popular.targets.worded(name, isMeant)?.name;
  return target === undefined ? undefined : { target, how: 'order' };
}

/** True when both names have the same words in any order, and at least `least` of them. */
function sameWords(name: string, target: string, least: number): boolean {
  const words = wordKey(name);
  return words !== undefined && words.count >= least && words.key === wordKey(target)?.key;
}

/** True when all words are joined by the same separator. */
function hasOne(name: string, separator: string): boolean {
  return name.split(separator).every((word) => !SEPARATOR.test(word));
}

/** `python-requests`, `node-lodash`, `lodashjs`: one of the most used names with an affix. */
function byAffix({ name, popular }: NameForms): LookAlike | undefined {
  if (!AFFIXED.test(name)) return undefined;
  for (const affix of AFFIXES) {
    const target = stripped(name, affix).find((bare) => bare.length >= MIN_LETTERS && popular.isTop(bare));
    if (target !== undefined) return { target, how: 'affix' };
  }
  return undefined;
}

function stripped(name: string, affix: string): string[] {
  const found: string[] = [];
  if (name.endsWith(affix)) found.push(name.slice(0, -affix.length).replace(/[-_.]$/, ''));
  if (name.startsWith(affix)) found.push(name.slice(affix.length).replace(/^[-_.]/, ''));
  return found;
}
