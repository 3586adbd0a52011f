import { inflateRawSync } from 'node:zlib';
import { zipEntries } from '../../src/advisories/feeds/zip-entries.js';
import { popularNames } from '../../src/detect/malicious/data/popular-names.js';
import { findLookAlike } from '../../src/detect/malicious/look-alike.js';
import { popularIn } from '../../src/detect/malicious/popular.js';
import { lettersOf } from '../../src/detect/malicious/target-index.js';
import { ecosystemOf } from '../../src/ecosystems/registry.js';
import { isObject, own } from '../../src/support/json.js';
import { referencePath } from '../../test/support/reference-data.js';

interface Row {
  name: string;
  cases: number;
  passed: number;
  misses: string[];
}

interface NamedRecord {
  malicious: boolean;
  name: string;
  /** True when the record's words call the package an imitation of another. */
  saidToImitate: boolean;
}

const SAYS_SO = /typo-?squat|impersonat|imitat|mimic/i;

/**
 * How well look-alike names are told, three rows an ecosystem, none of them the whole truth: packages whose record says that they
 * imitate another (few, and some by their purpose rather than their name); malicious packages that a plain edit distance puts
 * one step from a top name; and packages with ordinary advisories, of which none may be flagged (most are in the filter of known
 * names, so this row shows that the filter works, not how it does on new names).
 */
export async function measureTyposquats(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const ecosystem of Object.keys(popularNames)) rows.push(...(await measureEcosystem(ecosystem)));
  return rows.filter(({ cases }) => cases > 0);
}

async function measureEcosystem(ecosystem: string): Promise<Row[]> {
  const popular = popularIn(ecosystem);
  const normalise = ecosystemOf(ecosystem)?.normaliseName;
  if (!popular || !normalise) return [];
  const records = await recordsOf(ecosystem);
  const named = (test: (record: NamedRecord) => boolean) => [...new Set(records.filter(test).map(({ name }) => normalise(name)))].sort();
  const isFlagged = (name: string) => findLookAlike(name, popular) !== undefined;
  const malicious = named((record) => record.malicious);
  const near = malicious.filter((name) => isOneStepFromTop(name, topNames(ecosystem)));
  const ordinary = named((record) => !record.malicious).filter((name) => !malicious.includes(name));
  return [
    row(
      `${ecosystem} said to imitate`,
      named((record) => record.malicious && record.saidToImitate),
      isFlagged,
    ),
    row(`${ecosystem} malicious, one step from a top name`, near, isFlagged),
    row(`${ecosystem} ordinary, not flagged`, ordinary, (name) => !isFlagged(name)),
  ];
}

function row(name: string, names: readonly string[], passes: (name: string) => boolean): Row {
  const misses = names.filter((each) => !passes(each));
  return { name, cases: names.length, passed: names.length - misses.length, misses };
}

async function recordsOf(ecosystem: string): Promise<NamedRecord[]> {
  const found: NamedRecord[] = [];
  for await (const entry of zipEntries(referencePath('feeds', 'osv', ecosystem, 'all.zip'), ecosystem)) {
    const record: unknown = JSON.parse(entry.read().toString('utf8'));
    if (!isObject(record)) continue;
    const text = `${own(record, 'summary') ?? ''} ${own(record, 'details') ?? ''}`;
    const malicious = entry.name.startsWith('MAL-');
    for (const name of packagesOf(own(record, 'affected'))) found.push({ malicious, name, saidToImitate: SAYS_SO.test(text) });
  }
  return found;
}

function packagesOf(affected: unknown): string[] {
  if (!Array.isArray(affected)) return [];
  return affected.flatMap((entry: unknown) => {
    const name = isObject(entry) && isObject(entry.package) ? entry.package.name : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

const MIN_LETTERS = 5;

function topNames(ecosystem: string): readonly string[] {
  const packed = popularNames[ecosystem]?.targets ?? '';
  const [top = ''] = inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8').split('\n\n');
  return top.split('\n').filter((name) => lettersOf(name).length >= MIN_LETTERS);
}

/** A scoped name of a stranger's scope is no slip, so those are left out. */
function isOneStepFromTop(name: string, top: readonly string[]): boolean {
  if (name.startsWith('@') || lettersOf(name).length < MIN_LETTERS) return false;
  // One step changes neighbours only, so never both ends: a cheap way past most pairs.
  const mayBe = (target: string) => Math.abs(target.length - name.length) <= 1 && (target[0] === name[0] || target.at(-1) === name.at(-1));
  return top.some((target) => mayBe(target) && editDistance(name, target) === 1);
}

/** Damerau–Levenshtein with swaps of neighbours, the textbook way, to check the program's short cut against. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) current.push(cell(rows, current, { a, b, i, j }));
    rows.push(current);
    if (Math.min(...current) > 1) return 2;
  }
  return rows[a.length]?.[b.length] ?? 2;
}

interface Cell {
  a: string;
  b: string;
  i: number;
  j: number;
}

function cell(rows: readonly number[][], current: readonly number[], { a, b, i, j }: Cell): number {
  const at = (row: readonly number[] | undefined, column: number) => row?.[column] ?? Number.POSITIVE_INFINITY;
  const above = rows[i - 1];
  const same = a[i - 1] === b[j - 1] ? 0 : 1;
  const plain = Math.min(at(above, j) + 1, at(current, j - 1) + 1, at(above, j - 1) + same);
  const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
  return swapped ? Math.min(plain, at(rows[i - 2], j - 2) + 1) : plain;
}
