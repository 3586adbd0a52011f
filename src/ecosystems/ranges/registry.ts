import { InputError } from '../../support/errors.js';
import { ecosystemOf, ecosystemOfPurl } from '../registry.js';
import type { Ordering } from '../versions/ordering.js';
import { cargoRanges } from './cargo.js';
import { composerRanges } from './composer.js';
import { conanRanges } from './conan.js';
import { hexRanges } from './hex.js';
import { mavenRanges, nugetRanges } from './interval.js';
import { npmRanges } from './npm.js';
import { pep440Ranges } from './pep440.js';
import { invalidRange, type RangeScheme } from './range-scheme.js';
import { gemRanges } from './rubygems.js';
import { formatVers, readCanonicalVers, readVers, sortConstraints, type VersRange, versIncludes } from './vers.js';

/** The requirement languages we read. To add one, write its file and add it to this list. */
export const rangeSchemes = [
  npmRanges,
  pep440Ranges,
  cargoRanges,
  composerRanges,
  gemRanges,
  hexRanges,
  nugetRanges,
  mavenRanges,
  conanRanges,
] as const satisfies readonly RangeScheme[];

/** Schemes of `vers:` that are no purl type of a single ecosystem of ours. */
const ORDERED_LIKE: Readonly<Record<string, string>> = { alpine: 'Alpine', apk: 'Alpine', deb: 'Debian', semver: 'npm' };

function orderingOf(scheme: string): Ordering | undefined {
  const like = Object.hasOwn(ORDERED_LIKE, scheme) ? ORDERED_LIKE[scheme] : undefined;
  const ecosystem = like === undefined ? ecosystemOfPurl(scheme) : ecosystemOf(like);
  return ecosystem?.name === 'generic' ? undefined : ecosystem?.ordering;
}

/** The scheme of an ecosystem's name or purl type; both are used where ranges are written. */
function schemeOf(name: string): RangeScheme | undefined {
  const id = ecosystemOf(name)?.purlType ?? name;
  return rangeSchemes.find((scheme) => scheme.id === id);
}

/** Longer requirements are refused: some of the grammars take more than linear time. */
const MAX_LENGTH = 4096;

/** The requirement language of a scheme for a range of acceptable length. */
function nativeOf(scheme: string, range: string): RangeScheme {
  const native = schemeOf(scheme);
  if (!native) throw unknown(scheme);
  if (range.length > MAX_LENGTH) throw invalidRange(scheme, range);
  return native;
}

function unknown(scheme: string): InputError {
  return new InputError({ issue: 'invalid_entry', message: `no version ranges of "${scheme.slice(0, 40)}" are known` });
}

/**
 * True when the version lies within the range: a `vers:` range, or a requirement as the ecosystem's own tool reads it. `scheme` is
 * an ecosystem's name or purl type. Throws InputError when range or version cannot be read.
 */
export function contains(scheme: string, range: string, version: string): boolean {
  if (range.startsWith('vers:')) return versContains(range, version);
  return nativeOf(scheme, range).contains(range, version);
}

/** True when the version lies within the `vers:` range, whose constraints may stand in any order. */
export function versContains(text: string, version: string): boolean {
  const range = readVers(text, orderingOf);
  const ordering = orderingOf(range.scheme);
  if (!ordering) throw unknown(range.scheme);
  return versIncludes(range, version, ordering);
}

/** Parts of a `vers:` range in canonical form. Throws InputError with the reason when it is none. */
export function parseVers(text: string): VersRange {
  return readCanonicalVers(text, orderingOf);
}

/** The canonical text of a `vers:` range: constraints sorted, versions encoded. Throws InputError when it is none. */
export function canonicalVers(text: string): string {
  return formatVers(readVers(text, orderingOf));
}

/** The `vers:` range of an ecosystem's own requirement. Throws InputError where the language is not translated. */
export function nativeToVers(scheme: string, range: string): string {
  const native = nativeOf(scheme, range);
  const ordering = orderingOf(native.id);
  if (!native.toConstraints || !ordering) throw unknown(scheme);
  const constraints = native.toConstraints(range);
  return formatVers({ scheme: native.id, constraints: constraints === '*' ? '*' : sortConstraints(constraints, ordering) });
}
