import { compareText } from '../../support/compare-text.js';
import { canonicalDigits, compareDigits, compareLists, isDigits } from './digits.js';
import { defineOrdering } from './ordering.js';

/** A version by SemVer 2.0.0; numbers are texts of digits without leading zeros. */
export interface SemVersion {
  release: readonly [string, string, string];
  /** Empty for a release. */
  pre: readonly string[];
  build: readonly string[];
}

/** How a tool deviates from the grammar of SemVer 2.0.0, section 9 to 11. */
interface Grammar {
  /** A `v` may stand before the version. */
  v?: true;
  /** `1` and `1.2` are versions; what is missing is zero. */
  short?: true;
  /** Numbers may begin with zeros. */
  zeros?: true;
  /** White space around the version is dropped. */
  trim?: true;
  /** Largest number the tool can hold. */
  max?: string;
}

const SHAPE = /^(v?)([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?(?:-([0-9A-Za-z.-]*))?(?:\+([0-9A-Za-z.-]*))?$/;

const NONE: readonly string[] = [];

/** Parts of a semantic version, or undefined when the text is none by this grammar. Runs once per package of a lock. */
export function parseSemver(given: string, grammar: Grammar): SemVersion | undefined {
  const match = SHAPE.exec(grammar.trim ? given.trim() : given);
  if (match === null || (match[1] !== '' && !grammar.v)) return undefined;
  const preText = match[5];
  const buildText = match[6];
  const isWhole = match[4] !== undefined;
  if (!isWhole && (!grammar.short || preText !== undefined || buildText !== undefined)) return undefined;
  const major = number(match[2], grammar);
  const minor = number(match[3], grammar);
  const patch = number(match[4], grammar);
  const pre = preText === undefined ? NONE : preIdentifiers(preText, grammar);
  const build = buildText === undefined ? NONE : buildText.split('.');
  if (major === undefined || minor === undefined || patch === undefined || !pre || build.includes('')) return undefined;
  return { release: [major, minor, patch], pre, build };
}

/** Canonical digits, zero for a missing number; undefined for one the tool would not read. */
function number(digits: string | undefined, { zeros, max }: Grammar): string | undefined {
  if (digits === undefined) return '0';
  const canonical = canonicalDigits(digits);
  if (canonical !== digits && !zeros) return undefined;
  return max !== undefined && compareDigits(canonical, max) > 0 ? undefined : canonical;
}

function preIdentifiers(text: string, { zeros }: Grammar): readonly string[] | undefined {
  const parts = text.split('.');
  const canonical = parts.map((part) => (isDigits(part) ? canonicalDigits(part) : part));
  if (zeros) return parts.includes('') ? undefined : canonical;
  return parts.every((part, index) => part !== '' && canonical[index] === part) ? parts : undefined;
}

/** Precedence by SemVer 2.0.0, section 11; build metadata does not count. */
export function comparePrecedence(a: SemVersion, b: SemVersion): number {
  for (const index of [0, 1, 2] as const) {
    const order = compareDigits(a.release[index], b.release[index]);
    if (order !== 0) return order;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  return compareIdentifiers(a.pre, b.pre);
}

/** Order of two lists of pre-release identifiers: numbers before words, the longer list later. */
export function compareIdentifiers(a: readonly string[], b: readonly string[]): number {
  return compareLists(a, b, (left, right) => {
    if (left === right) return 0;
    const leftNumber = isDigits(left);
    if (leftNumber !== isDigits(right)) return leftNumber ? -1 : 1;
    return leftNumber ? compareDigits(left, right) : compareText(left, right);
  });
}

function semverOrdering(id: string, grammar: Grammar, compare: (a: SemVersion, b: SemVersion) => number = comparePrecedence) {
  return defineOrdering<SemVersion>({
    id,
    parse: (text) => parseSemver(text, grammar),
    compare,
    prerelease: ({ pre }) => pre.length > 0,
    major: ({ release }) => release[0],
  });
}

const MAX_SAFE_INTEGER = '9007199254740991';
const MAX_U64 = '18446744073709551615';

/** npm: node-semver, strict. */
export const npmSemver = semverOrdering('npm semver', { v: true, trim: true, max: MAX_SAFE_INTEGER });

/** Go: golang.org/x/mod/semver, where lock and SBOM may leave the `v` out; `+incompatible` does not count. */
export const goSemver = semverOrdering('Go semver', { v: true, short: true });

/** crates.io: the `semver` crate, whose numbers are 64 bits wide. */
export const cargoSemver = semverOrdering('Cargo semver', { max: MAX_U64 });

/** Swift Package Manager: tags, so a `v` or a missing patch is no error. */
export const swiftSemver = semverOrdering('Swift semver', { v: true, short: true });

/** Hex: Elixir's Version, of any size. */
export const hexSemver = semverOrdering('Hex semver', {});

/** Pub: pub_semver, which lets build metadata decide between versions that are otherwise equal. */
export const pubSemver = semverOrdering('Pub semver', { v: true, zeros: true }, (a, b) => {
  const order = comparePrecedence(a, b);
  return order !== 0 ? order : compareIdentifiers(a.build, b.build);
});
