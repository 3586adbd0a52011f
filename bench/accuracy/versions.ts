import { canonicalVers, contains, nativeToVers, parseVers, versContains } from '../../src/ecosystems/ranges/registry.js';
import { ecosystemOf } from '../../src/ecosystems/registry.js';
import type { Ordering } from '../../src/ecosystems/versions/ordering.js';
import { rpmOrdering } from '../../src/ecosystems/versions/rpm.js';
import { describe } from '../../src/support/errors.js';
import { isObject } from '../../src/support/json.js';
import { readJsonLines } from '../../test/support/reference-data.js';
import type { AccuracyRow } from './purl.js';

/** Files of ordered pairs, and whose ordering they are put to. */
const ORDER_FILES: Readonly<Record<string, string>> = {
  alpine: 'Alpine',
  conan: 'ConanCenter',
  cran: 'CRAN',
  'crates.io': 'crates.io',
  debian: 'Debian',
  'github-actions': 'GitHub Actions',
  go: 'Go',
  hackage: 'Hackage',
  hex: 'Hex',
  maven: 'Maven',
  npm: 'npm',
  nuget: 'NuGet',
  packagist: 'Packagist',
  pub: 'Pub',
  pypi: 'PyPI',
  rpm: 'RPM',
  rubygems: 'RubyGems',
  swift: 'SwiftURL',
};

/** Puts every vector about versions, names and ranges to the ecosystems: one row a file, a pair counted in both directions. */
export async function measureVersions(): Promise<AccuracyRow[]> {
  const orders = Object.entries(ORDER_FILES).map(([file, name]) => measureOrder(file, ecosystemOf(name)?.ordering ?? rpmOrdering));
  return [...orders, measureParse(), measureNames(), measureRanges()];
}

interface Pair {
  a: string;
  b: string;
  cmp: number;
}

function measureOrder(file: string, ordering: Ordering): AccuracyRow {
  const row = emptyRow(`${file}.jsonl`);
  for (const { a, b, cmp } of readJsonLines<Pair>('versions', `${file}.jsonl`)) {
    count(row, `${a} with ${b}`, cmp, () => Math.sign(ordering.compare(a, b)));
    count(row, `${b} with ${a}`, 0 - cmp, () => Math.sign(ordering.compare(b, a)));
  }
  return row;
}

function measureParse(): AccuracyRow {
  const row = emptyRow('parse.jsonl');
  for (const { ecosystem, raw, valid } of readJsonLines<{ ecosystem: string; raw: string; valid: boolean }>('versions', 'parse.jsonl')) {
    count(row, `${ecosystem} ${JSON.stringify(raw)}`, valid, () => ecosystemOf(ecosystem)?.ordering.valid(raw));
  }
  return row;
}

function measureNames(): AccuracyRow {
  const row = emptyRow('names.jsonl');
  for (const { ecosystem, raw, normalised } of readJsonLines<Record<'ecosystem' | 'raw' | 'normalised', string>>(
    'versions',
    'names.jsonl',
  )) {
    count(row, `${ecosystem} ${raw}`, normalised, () => ecosystemOf(ecosystem)?.normaliseName(raw));
  }
  return row;
}

interface RangeVector {
  kind: string;
  scheme: string;
  range: string;
  version: string;
  contains: boolean;
  vers: string;
  expected: unknown;
  fails?: boolean;
}

function measureRanges(): AccuracyRow {
  const row = emptyRow('ranges.jsonl');
  for (const vector of readJsonLines<RangeVector>('versions', 'ranges.jsonl')) {
    const what = `${vector.kind} ${vector.scheme} ${JSON.stringify(vector.range)} ${vector.version ?? ''}`.trim();
    count(row, what, vector.fails ? 'fails' : wanted(vector), () => answer(vector));
  }
  return row;
}

function wanted(vector: RangeVector): unknown {
  if (vector.kind === 'native' || vector.kind === 'vers') return vector.contains;
  if (vector.kind === 'native-to-vers') return vector.vers;
  if (vector.kind === 'validate') return vector.expected;
  const expected = isObject(vector.expected) ? vector.expected : {};
  return JSON.stringify([expected['scheme'], expected['version_constraints']]);
}

function answer({ kind, scheme, range, version }: RangeVector): unknown {
  try {
    if (kind === 'native') return contains(scheme, range, version);
    if (kind === 'vers') return versContains(range, version);
    if (kind === 'native-to-vers') return nativeToVers(scheme, range);
    if (kind === 'validate') return canonicalVers(range);
    const { scheme: found, constraints } = parseVers(range);
    return JSON.stringify([found, constraints === '*' ? '*' : constraints.map((constraint) => [constraint.op, constraint.version])]);
  } catch {
    return 'fails';
  }
}

function emptyRow(name: string): AccuracyRow {
  return { name, cases: 0, passed: 0, misses: [] };
}

function count(row: AccuracyRow, what: string, expected: unknown, ask: () => unknown): void {
  row.cases++;
  const got = outcome(ask);
  // Positive and negative zero are one answer.
  if (got === expected) row.passed++;
  else row.misses.push(`${what}: ${String(got)}, expected ${String(expected)}`);
}

function outcome(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    return describe(error);
  }
}
