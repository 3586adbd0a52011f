import { compareDigits, compareLists, dropTrailingZeros, increment } from '../versions/digits.js';
import { comparePep440, comparePublic, isPep440Prerelease, type Pep440Version, parsePep440 } from '../versions/pep440.js';
import { type Constraint, need, type RangeScheme } from './range-scheme.js';

interface Clause {
  op: string;
  version: Pep440Version;
  /** True for `1.2.*`. */
  prefix: boolean;
  text: string;
}

const CLAUSE = /^(===|~=|==|!=|<=|>=|<|>)\s*(\S+)$/;

/** The clauses of a specifier set; without any, every version will do. */
function clauses(range: string): Clause[] {
  const parts = range.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => clause(part, range));
}

function clause(part: string, range: string): Clause {
  const [, op = '', text = ''] = need(CLAUSE.exec(part) ?? undefined, 'PEP 440', range);
  const prefix = text.endsWith('.*') && (op === '==' || op === '!=');
  const version = parsePep440(prefix ? text.slice(0, -2) : text);
  // `===` compares texts, whatever they are.
  if (op === '===') return { op, version: version ?? { epoch: '0', release: [], local: [] }, prefix, text };
  const known = need(version, 'PEP 440', range);
  const misused = (prefix && hasSuffix(known)) || (op === '~=' && known.release.length < 2);
  return { op, version: need(misused ? undefined : known, 'PEP 440', range), prefix, text };
}

function hasSuffix({ pre, post, dev, local }: Pep440Version): boolean {
  return pre !== undefined || post !== undefined || dev !== undefined || local.length > 0;
}

function meets({ op, version: bound, prefix, text }: Clause, version: Pep440Version, written: string): boolean {
  switch (op) {
    case '===':
      return written.toLowerCase() === text.toLowerCase();
    case '~=':
      return comparePublic(version, bound) >= 0 && beginsWith(version, { ...bound, release: bound.release.slice(0, -1) });
    case '==':
      return prefix ? beginsWith(version, bound) : equals(version, bound);
    case '!=':
      return !(prefix ? beginsWith(version, bound) : equals(version, bound));
    case '<=':
      return comparePublic(version, bound) <= 0;
    case '>=':
      return comparePublic(version, bound) >= 0;
    case '<':
      return isBefore(version, bound);
    default:
      return isAfter(version, bound);
  }
}

/** A bound without a local version does not ask for one (PEP 440, "Version matching"). */
function equals(version: Pep440Version, bound: Pep440Version): boolean {
  return (bound.local.length === 0 ? comparePublic(version, bound) : comparePep440(version, bound)) === 0;
}

function beginsWith({ epoch, release }: Pep440Version, bound: Pep440Version): boolean {
  return epoch === bound.epoch && bound.release.every((number, index) => (release[index] ?? '0') === number);
}

function sameRelease(a: Pep440Version, b: Pep440Version): boolean {
  return a.epoch === b.epoch && compareLists(dropTrailingZeros(a.release), dropTrailingZeros(b.release), compareDigits) === 0;
}

/** `<1.0` leaves the pre-releases of 1.0 out (PEP 440, "Exclusive ordered comparison"). */
function isBefore(version: Pep440Version, bound: Pep440Version): boolean {
  if (comparePep440(version, bound) >= 0) return false;
  return isPep440Prerelease(bound) || !isPep440Prerelease(version) || !sameRelease(version, bound);
}

/** `>1.0` leaves the post-releases and local versions of 1.0 out. */
function isAfter(version: Pep440Version, bound: Pep440Version): boolean {
  if (comparePep440(version, bound) <= 0) return false;
  const isPost = bound.post === undefined && version.post !== undefined;
  return !((isPost || version.local.length > 0) && sameRelease(version, bound));
}

function constraintsOf({ op, version, prefix, text }: Clause): Constraint[] {
  if (op === '~=')
    return [
      { op: '>=', version: text },
      { op: '<', version: next(version, version.release.slice(0, -1)) },
    ];
  if (prefix && op === '==')
    return [
      { op: '>=', version: `${text.slice(0, -2)}.dev0` },
      { op: '<', version: next(version, version.release) },
    ];
  if (op === '==' || op === '===') return [{ op: '=', version: text }];
  if (op === '!=' || op === '<' || op === '<=' || op === '>' || op === '>=') return [{ op, version: text }];
  return [];
}

/** The first version after all that begin with these numbers. */
function next({ epoch }: Pep440Version, release: readonly string[]): string {
  const numbers = [...release.slice(0, -1), increment(release.at(-1) ?? '0')].join('.');
  return `${epoch === '0' ? '' : `${epoch}!`}${numbers}.dev0`;
}

/** PyPI: specifier sets of PEP 440, pre-releases let in as an installed version must be. */
export const pep440Ranges: RangeScheme = {
  id: 'pypi',
  contains(range, text) {
    const version = need(parsePep440(text), 'PEP 440', text);
    return clauses(range).every((each) => meets(each, version, text.trim()));
  },
  toConstraints(range) {
    const all = clauses(range);
    // No bound can exclude several versions at once.
    need(all.some(({ op, prefix }) => op === '!=' && prefix) ? undefined : all, 'vers-translatable PEP 440', range);
    return all.length === 0 ? '*' : all.flatMap(constraintsOf);
  },
};
