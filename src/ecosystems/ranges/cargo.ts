import { parseSemver } from '../versions/semver.js';
import { need, type RangeScheme } from './range-scheme.js';
import { boundsOf, formatSemver, meetsAll, parsePartial, type SemverOperator } from './semver-bounds.js';

const TERM = /^(>=|<=|[<>=~^])?\s*(.+)$/;

function bounds(range: string) {
  return range.split(',').flatMap((part) => {
    const [, written, version = ''] = need(TERM.exec(part.trim()) ?? undefined, 'Cargo', range);
    const partial = need(parsePartial(version), 'Cargo', range);
    const bare = partial.wildcard ? '=' : '^';
    return boundsOf(OPERATORS.find((op) => op === written) ?? bare, partial);
  });
}

const OPERATORS: readonly SemverOperator[] = ['=', '<', '<=', '>', '>=', '^', '~'];

/** Cargo: terms joined by commas, a bare version meaning its caret range. */
export const cargoRanges: RangeScheme = {
  id: 'cargo',
  contains: (range, text) => meetsAll(bounds(range), need(parseSemver(text, {}), 'Cargo', text)),
  toConstraints(range) {
    const all = bounds(range);
    return all.length === 0 ? '*' : all.map(({ op, version }) => ({ op, version: formatSemver(version) }));
  },
};
