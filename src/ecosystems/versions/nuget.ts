import { canonicalDigits, compareDigits, compareLists } from './digits.js';
import { defineOrdering } from './ordering.js';
import { compareIdentifiers } from './semver.js';

/** NuGetVersion: up to four numbers; labels are in lower case, since their case does not count. */
interface NugetVersion {
  numbers: readonly string[];
  labels: readonly string[];
}

const SHAPE = /^([0-9]+(?:\.[0-9]+){0,3})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const NUMBER = /^[0-9]+$/;

function parse(text: string): NugetVersion | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, numbers = '', labels] = match;
  const padded = [...numbers.split('.').map(canonicalDigits), '0', '0', '0'].slice(0, 4);
  const lower = labels === undefined ? [] : labels.toLowerCase().split('.');
  return { numbers: padded, labels: lower.map((label) => (NUMBER.test(label) ? canonicalDigits(label) : label)) };
}

function compare(a: NugetVersion, b: NugetVersion): number {
  const order = compareLists(a.numbers, b.numbers, compareDigits);
  if (order !== 0) return order;
  if (a.labels.length === 0 || b.labels.length === 0) return b.labels.length - a.labels.length;
  return compareIdentifiers(a.labels, b.labels);
}

/** NuGet: SemVer 2 with a fourth number, case-blind labels; metadata after `+` does not count. */
export const nugetOrdering = defineOrdering<NugetVersion>({
  id: 'NuGet',
  parse,
  compare,
  prerelease: ({ labels }) => labels.length > 0,
  major: ({ numbers }) => numbers[0] ?? '0',
});
