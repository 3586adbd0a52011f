import { increment, isDigits } from '../versions/digits.js';
import { compareGemVersions, type GemVersion, gemVersion, parseGemVersion } from '../versions/rubygems.js';
import { type Constraint, holds, need, type Operator, type RangeScheme } from './range-scheme.js';

interface Term {
  op: Operator | '~>';
  version: GemVersion;
  text: string;
}

const TERM = /^(>=|<=|!=|~>|[<>=])?\s*(\S+)$/;

function terms(range: string): Term[] {
  return range.split(',').map((part) => {
    const [, op = '=', text = ''] = need(TERM.exec(part.trim()) ?? undefined, 'RubyGems', range);
    return { op: need(operator(op), 'RubyGems', range), version: need(parseGemVersion(text), 'RubyGems', range), text };
  });
}

function operator(text: string): Term['op'] | undefined {
  return OPERATORS.find((op) => op === text);
}

const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', '~>'] as const;

/** The numbers before the first word: the release a pre-release leads to. */
function releaseNumbers({ segments }: GemVersion): readonly string[] {
  const firstWord = segments.findIndex((segment) => !isDigits(segment));
  return firstWord === -1 ? segments : segments.slice(0, firstWord);
}

/** Gem::Version#bump: the last number goes, the one before it grows. */
function bump(version: GemVersion): readonly string[] {
  const numbers = releaseNumbers(version);
  const kept = numbers.length > 1 ? numbers.slice(0, -1) : numbers;
  return [...kept.slice(0, -1), increment(kept.at(-1) ?? '0')];
}

function meets({ op, version: bound }: Term, version: GemVersion): boolean {
  const order = compareGemVersions(version, bound);
  if (op !== '~>') return holds(op, order);
  return order >= 0 && compareGemVersions(gemVersion(releaseNumbers(version)), gemVersion(bump(bound))) < 0;
}

/** RubyGems: Gem::Requirement, terms joined by commas. */
export const gemRanges: RangeScheme = {
  id: 'gem',
  contains(range, text) {
    const version = need(parseGemVersion(text), 'RubyGems', text);
    return terms(range).every((term) => meets(term, version));
  },
  toConstraints: (range) =>
    terms(range).flatMap(({ op, version, text }): Constraint[] => {
      if (op !== '~>') return [{ op, version: text }];
      return [
        { op: '>=', version: text },
        { op: '<', version: bump(version).join('.') },
      ];
    }),
};
