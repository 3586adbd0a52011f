import { compareText } from '../../support/compare-text.js';
import { canonicalDigits, compareDigits } from './digits.js';
import { defineOrdering } from './ordering.js';

/** One token of an apk version; where two versions differ in kind, the heavier token is the later version. */
interface Token {
  weight: number;
  text: string;
}

const WEIGHT = { number: 6, letter: 5, suffix: 4, suffixNumber: 3, hash: 2, revision: 1, end: 0, preSuffix: -1 } as const;
const END: Token = { weight: WEIGHT.end, text: '' };

const PRE_SUFFIXES = ['alpha', 'beta', 'pre', 'rc'];
const POST_SUFFIXES = ['cvs', 'svn', 'git', 'hg', 'p'];

/** apk-package(5), "pkgver": numbers, a letter, suffixes, a commit hash, the package's release. */
const SHAPE = /^([0-9]+(?:\.[0-9]+)*)([a-z]?)((?:_[a-z]+[0-9]*)*)(~[0-9a-f]+)?(?:-r([0-9]+))?$/;

function parse(text: string): readonly Token[] | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, numbers = '', letter = '', suffixes = '', hash, revision] = match;
  const suffixTokens = suffixes.split('_').slice(1).map(suffix);
  if (!suffixTokens.every((tokens) => tokens !== undefined)) return undefined;
  return [
    ...numbers.split('.').map((digits, index) => ({ weight: WEIGHT.number, text: index === 0 ? canonicalDigits(digits) : digits })),
    ...(letter === '' ? [] : [{ weight: WEIGHT.letter, text: letter }]),
    ...suffixTokens.flat(),
    ...(hash === undefined ? [] : [{ weight: WEIGHT.hash, text: hash }]),
    ...(revision === undefined ? [] : [{ weight: WEIGHT.revision, text: canonicalDigits(revision) }]),
  ];
}

/** The tokens of `alpha2`: the suffix with its rank as text, so that texts compare, and its number, 0 when absent. */
function suffix(text: string): readonly Token[] | undefined {
  const word = text.replace(/[0-9]+$/, '');
  const pre = PRE_SUFFIXES.indexOf(word);
  const post = POST_SUFFIXES.indexOf(word);
  if (pre === -1 && post === -1) return undefined;
  const token = pre === -1 ? { weight: WEIGHT.suffix, text: String(post) } : { weight: WEIGHT.preSuffix, text: String(pre) };
  return [token, { weight: WEIGHT.suffixNumber, text: canonicalDigits(text.slice(word.length) || '0') }];
}

function compare(a: readonly Token[], b: readonly Token[]): number {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a[index] ?? END;
    const right = b[index] ?? END;
    const order = left.weight - right.weight || compareToken(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers that begin with a zero are fractions: `1.05` comes before `1.1`. */
function compareToken({ weight, text: a }: Token, { text: b }: Token): number {
  const isText = weight === WEIGHT.letter || weight === WEIGHT.hash;
  return isText || a.startsWith('0') || b.startsWith('0') ? compareText(a, b) : compareDigits(a, b);
}

/** Alpine, Wolfi, Chainguard: apk-tools. A version without `-r` comes before all its releases. */
export const apkOrdering = defineOrdering<readonly Token[]>({ id: 'apk', parse, compare });
