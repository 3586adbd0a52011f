import { compareText } from '../../support/compare-text.js';
import { canonicalDigits, compareDigits, dropTrailingZeros, isDigits } from './digits.js';
import { defineOrdering } from './ordering.js';

/** A version as Gem::Version holds it. */
export interface GemVersion {
  /** Numbers and words as written, `-` read as `.pre.`. */
  segments: readonly string[];
  /** The same without the zeros that end the numeric part and the rest. */
  canonical: readonly string[];
}

const SHAPE = /^[0-9]+(?:\.[0-9a-zA-Z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** Parts of a gem version, or undefined when Gem::Version refuses the text; the empty text is `0`. */
export function parseGemVersion(text: string): GemVersion | undefined {
  const trimmed = text.trim();
  if (trimmed !== '' && !SHAPE.test(trimmed)) return undefined;
  const parts = trimmed.replaceAll('-', '.pre.').match(/[0-9]+|[a-zA-Z]+/g) ?? ['0'];
  return gemVersion(parts.map((part) => (isDigits(part) ? canonicalDigits(part) : part)));
}

/** The version that has these segments, numbers already canonical. */
export function gemVersion(segments: readonly string[]): GemVersion {
  const firstWord = segments.findIndex((segment) => !isDigits(segment));
  const numeric = firstWord === -1 ? segments : segments.slice(0, firstWord);
  const rest = firstWord === -1 ? [] : segments.slice(firstWord);
  return { segments, canonical: [...dropTrailingZeros(numeric), ...dropTrailingZeros(rest)] };
}

/** Order of Gem::Version: words before numbers, a missing segment counts as zero. */
export function compareGemVersions({ canonical: a }: GemVersion, { canonical: b }: GemVersion): number {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const order = compareSegments(a[index] ?? '0', b[index] ?? '0');
    if (order !== 0) return order;
  }
  return 0;
}

function compareSegments(a: string, b: string): number {
  if (a === b) return 0;
  const aNumber = isDigits(a);
  if (aNumber !== isDigits(b)) return aNumber ? 1 : -1;
  return aNumber ? compareDigits(a, b) : compareText(a, b);
}

/** RubyGems: any word in a version makes it a pre-release. */
export const rubygemsOrdering = defineOrdering<GemVersion>({
  id: 'RubyGems',
  parse: parseGemVersion,
  compare: compareGemVersions,
  prerelease: ({ segments }) => segments.some((segment) => !isDigits(segment)),
  major: ({ segments }) => segments[0] ?? '0',
});
