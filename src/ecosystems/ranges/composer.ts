import { canonicalDigits, increment } from '../versions/digits.js';
import { type ComposerVersion, compareComposer, parseComposer } from '../versions/packagist.js';
import { type Comparator, holds, need, type Operator, type RangeScheme } from './range-scheme.js';

type Bound = Comparator<ComposerVersion>;

const NUMBERS = '([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?(?:\\.([0-9]+))?';
const CARET_OR_TILDE = new RegExp(`^([~^])v?(${NUMBERS}(-.*)?)$`);
const WILDCARD = /^v?([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?(?:\.[xX*])+$/;
const BASIC = /^(<>|!=|>=|<=|==|[<>=])?\s*(\S+)$/;
const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['<>', '!='],
  ['!=', '!='],
  ['>=', '>='],
  ['<=', '<='],
  ['<', '<'],
  ['>', '>'],
]);

function boundsOf(text: string, range: string): Bound[] {
  const hyphen = text.split(/\s+-\s+/);
  if (hyphen.length === 2) return hyphenBounds(hyphen[0] ?? '', hyphen[1] ?? '', range);
  const joined = text.replace(/(<>|!=|>=|<=|==|[<>=~^])[ \t]+/g, '$1');
  return joined
    .split(/[\s,]+/)
    .filter((term) => term !== '')
    .flatMap((term) => termBounds(term, range));
}

function termBounds(given: string, range: string): Bound[] {
  const flag = /@(?:stable|rc|beta|alpha|dev)$/i.exec(given)?.[0].toLowerCase() ?? '';
  const term = flag === '' ? given : given.slice(0, -flag.length);
  if (/^v?[xX*](?:\.[xX*])*$/.test(term) || term === '') return [];
  const wildcard = WILDCARD.exec(term);
  if (wildcard) return numbered(wildcard.slice(1), (numbers) => numbers.length - 1, range);
  const match = CARET_OR_TILDE.exec(term);
  if (!match) return basicBounds(term, flag, range);
  const [, sign, version = '', ...rest] = match;
  const bounds = numbered(rest.slice(0, 4), sign === '^' ? caretIndex : tildeIndex, range);
  return rest[4] === undefined ? bounds : [{ op: '>=', version: parsed(version, range) }, ...bounds.slice(1)];
}

/** From the `-dev` of these numbers up to the `-dev` of the version after the number at `indexOf`, as Composer includes pre-releases. */
function numbered(groups: readonly (string | undefined)[], indexOf: (numbers: readonly string[]) => number, range: string): Bound[] {
  const numbers = groups.filter((group) => group !== undefined).map(canonicalDigits);
  const index = indexOf(numbers);
  const next = [...numbers.slice(0, index), increment(numbers[index] ?? '0')];
  return [
    { op: '>=', version: parsed(`${numbers.join('.')}-dev`, range) },
    { op: '<', version: parsed(`${next.join('.')}-dev`, range) },
  ];
}

function caretIndex(numbers: readonly string[]): number {
  const firstNotZero = numbers.slice(0, 3).findIndex((number) => number !== '0');
  return firstNotZero === -1 ? Math.min(numbers.length, 3) - 1 : firstNotZero;
}

function tildeIndex(numbers: readonly string[]): number {
  return Math.max(0, numbers.length - 2);
}

/** An upper end with fewer than three numbers includes every version that begins with them. */
function hyphenBounds(from: string, to: string, range: string): Bound[] {
  const lower: Bound = { op: '>=', version: parsed(hasStability(from) ? from : `${from}-dev`, range) };
  if (!/^v?[0-9]+(?:\.[0-9]+)?$/.test(to)) return [lower, { op: '<=', version: parsed(to, range) }];
  return [lower, ...numbered(to.replace(/^v/, '').split('.'), (numbers) => numbers.length - 1, range).slice(1)];
}

function basicBounds(term: string, flag: string, range: string): Bound[] {
  const [, sign = '=', text = ''] = need(BASIC.exec(term) ?? undefined, 'Composer', range);
  const op = OPERATORS.get(sign) ?? '=';
  const plain = !hasStability(text) && parsed(text, range).branch === undefined;
  const flagged = flag !== '' && flag !== '@stable';
  const suffix = flagged ? `-${flag.slice(1)}` : '-dev';
  return [{ op, version: parsed(plain && (flagged || op === '<' || op === '>=') ? text + suffix : text, range) }];
}

function hasStability(text: string): boolean {
  return /[a-z]/i.test(text.replace(/^v/i, '').replace(/\+.*$/, ''));
}

function parsed(text: string, range: string): ComposerVersion {
  return need(parseComposer(text), 'Composer', range);
}

/** Branches match only themselves. */
function meets({ op, version: bound }: Bound, version: ComposerVersion): boolean {
  if (bound.branch === undefined && version.branch === undefined) return holds(op, compareComposer(version, bound));
  const same = bound.branch === version.branch;
  return op === '=' ? same : op === '!=' && !same;
}

/** Packagist: the constraints of composer/semver. */
export const composerRanges: RangeScheme = {
  id: 'composer',
  contains(range, text) {
    const version = need(parseComposer(text), 'Composer', text);
    return range.split(/\|\|?/).some((part) => boundsOf(part.trim(), range).every((bound) => meets(bound, version)));
  },
};
