import { canonicalPurl, formatPurl, type Purl, parsePurl, purlProblem } from '../../src/model/purl.js';
import { isObject } from '../../src/support/json.js';
import { readJsonLines } from '../../test/support/reference-data.js';

/** Cases of one kind, how many agree, and each that does not. */
export interface AccuracyRow {
  name: string;
  cases: number;
  passed: number;
  misses: string[];
}

interface Vector {
  type: 'parse' | 'build' | 'validate';
  group: 'required' | 'recommended';
  input: unknown;
  expected: unknown;
  fails: boolean;
}

/** Puts every vector of the purl specification to the parser and the builder. */
export async function measurePurl(): Promise<AccuracyRow[]> {
  const rows = new Map<string, AccuracyRow>();
  for (const vector of readJsonLines<Vector>('versions', 'purl.jsonl')) {
    const name = `purl ${vector.type} (${vector.group})`;
    const row = rows.get(name) ?? { name, cases: 0, passed: 0, misses: [] };
    rows.set(name, row);
    row.cases++;
    const outcome = answer(vector);
    const wanted = vector.fails ? 'fails' : canonicalise(vector.expected);
    if (outcome === wanted) row.passed++;
    else row.misses.push(`${JSON.stringify(vector.input)}: ${outcome}, expected ${wanted}`);
  }
  return [...rows.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function answer(vector: Vector): string {
  try {
    if (vector.type === 'parse') return canonicalise(parsePurl(String(vector.input)));
    if (vector.type === 'validate') return canonicalise(canonicalPurl(String(vector.input)));
    const purl = purlOf(vector.input);
    return purlProblem(purl) === undefined ? canonicalise(formatPurl(purl)) : 'fails';
  } catch {
    return 'fails';
  }
}

/** The parts of a vector; members that are null count as absent. */
function purlOf(input: unknown): Purl {
  const given = isObject(input) ? input : {};
  const text = (key: string) => (typeof given[key] === 'string' ? { [key]: given[key] } : {});
  const qualifiers = isObject(given['qualifiers'])
    ? { qualifiers: Object.fromEntries(Object.entries(given['qualifiers']).map(([key, value]) => [key, String(value)])) }
    : {};
  return {
    type: String(given['type']),
    name: String(given['name'] ?? ''),
    ...text('namespace'),
    ...text('version'),
    ...text('subpath'),
    ...qualifiers,
  };
}

function canonicalise(value: unknown): string {
  if (typeof value === 'string') return value;
  const parts = isObject(value) ? value : {};
  const sorted = (object: Readonly<Record<string, unknown>>) =>
    Object.entries(object)
      .filter(([, member]) => member !== null && member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted(parts).map(([key, member]) => [key, isObject(member) ? sorted(member) : member]));
}
