import { compareText } from '../../../../../support/compare-text.js';
import { type TemplateMap, type TemplateValue, Unknown } from '../values.js';
import { type FunctionTable, known, textArg } from './table.js';

interface Version {
  numbers: readonly [number, number, number];
  pre: string;
}

/** One comparison of a constraint; `given` is how many numbers it has, zero for `*`. */
interface Comparison extends Version {
  operator: string;
  given: number;
}

const VERSION = /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15}))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
const PART = '(?:\\.(\\d{1,15}|[xX*]))?';
const COMPARISON = new RegExp(
  `\\s*,?\\s*(=|!=|>=|=>|<=|=<|>|<|~>|~|\\^)?\\s*v?(\\d{1,15}|[xX*])${PART}${PART}(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?(?=[\\s,]|$)`,
  'y',
);
const RANGE = /(v?[\dxX*][\w.*+-]*)\s+-\s+(v?[\dxX*][\w.*+-]*)/g;

/** `semverCompare ">=1.19-0, <2" VERSION`, with constraints as sprig's library reads them. */
export const semverFunctions: FunctionTable = known({
  semverCompare: ([constraint, version]) => satisfies(textArg(constraint), textArg(version)) ?? new Unknown('semverCompare'),
  semver: ([version]) => fieldsOf(textArg(version)) ?? new Unknown('semver'),
});

/** What templates ask a version for: `(semver "1.2.3").Major`. */
function fieldsOf(text: string): TemplateMap | undefined {
  const version = versionOf(text);
  if (!version) return undefined;
  const [major, minor, patch] = version.numbers;
  const fields = { Major: major, Minor: minor, Patch: patch, Prerelease: version.pre, Metadata: text.split('+')[1] ?? '', Original: text };
  return new Map<string, TemplateValue>(Object.entries(fields));
}

/** Undefined: one of them cannot be read, where Helm gives up. */
function satisfies(constraint: string, text: string): boolean | undefined {
  const version = versionOf(text);
  const choices = constraint.replace(RANGE, '>=$1 <=$2').split('||').map(comparisonsOf);
  if (!version || choices.includes(undefined)) return undefined;
  return choices.some((all) => all?.every((one) => fits(version, one)));
}

function versionOf(text: string): Version | undefined {
  const [whole, major = '0', minor = '0', patch = '0', pre = ''] = VERSION.exec(text) ?? [];
  return whole === undefined ? undefined : { numbers: [Number(major), Number(minor), Number(patch)], pre };
}

function comparisonsOf(text: string): Comparison[] | undefined {
  const all: Comparison[] = [];
  const trimmed = text.trimEnd();
  COMPARISON.lastIndex = 0;
  while (COMPARISON.lastIndex < trimmed.length) {
    const match = COMPARISON.exec(trimmed);
    if (!match) return undefined;
    const [, operator = '', ...parts] = match;
    const open = parts.slice(0, 3).findIndex((part) => part === undefined || /[xX*]/.test(part));
    const given = open === -1 ? 3 : open;
    const number = (at: number) => (at < given ? Number(parts[at]) : 0);
    all.push({ operator, given, numbers: [number(0), number(1), number(2)], pre: parts[3] ?? '' });
  }
  return all.length === 0 ? undefined : all;
}

function fits(version: Version, one: Comparison): boolean {
  // A constraint without a pre-release means none.
  if (version.pre !== '' && one.pre === '') return false;
  const order = compare(version, one);
  switch (one.operator) {
    case '!=':
      return one.given === 3 ? order !== 0 : !sharesGiven(version, one);
    case '>':
      return order > 0 && (one.given === 3 || !sharesGiven(version, one));
    case '<':
      return order < 0;
    case '>=':
    case '=>':
      return order >= 0;
    case '<=':
    case '=<':
      return order <= 0 || (one.given < 3 && sharesGiven(version, one));
    case '^':
      return order >= 0 && sharesCaret(version, one);
    case '~':
    case '~>':
      return isTilde(version, one, order);
    default:
      return one.given === 3 ? order === 0 : isTilde(version, one, order);
  }
}

/** The numbers that the constraint gives are the version's. */
function sharesGiven({ numbers }: Version, { numbers: own, given }: Comparison): boolean {
  return own.slice(0, given).every((number, at) => numbers[at] === number);
}

function isTilde({ numbers }: Version, { numbers: [major, minor, patch], given }: Comparison, order: number): boolean {
  if (order < 0) return false;
  if (major === 0 && minor === 0 && patch === 0 && (given === 0 || given === 3)) return true;
  return numbers[0] === major && (given < 2 || numbers[1] === minor);
}

/** Up to the first number that is not zero, all are the same. */
function sharesCaret({ numbers }: Version, { numbers: own, given }: Comparison): boolean {
  const [major, minor] = own;
  if (major > 0 || given < 2) return numbers[0] === major;
  if (numbers[0] !== 0) return false;
  if (minor > 0 || given < 3) return numbers[1] === minor;
  return numbers[1] === 0 && numbers[2] === own[2];
}

function compare(version: Version, other: Version): number {
  for (const at of [0, 1, 2] as const) if (version.numbers[at] !== other.numbers[at]) return version.numbers[at] - other.numbers[at];
  if (version.pre === '' || other.pre === '') return Number(other.pre !== '') - Number(version.pre !== '');
  const [own, others] = [version.pre.split('.'), other.pre.split('.')];
  for (const [at, part] of own.entries()) {
    const against = others[at];
    if (against === undefined) return 1;
    if (part !== against) return comparePart(part, against);
  }
  return own.length - others.length;
}

function comparePart(part: string, against: string): number {
  const [isNumber, againstNumber] = [/^\d+$/.test(part), /^\d+$/.test(against)];
  if (isNumber && againstNumber) return Number(part) - Number(against);
  return isNumber === againstNumber ? compareText(part, against) : isNumber ? -1 : 1;
}
