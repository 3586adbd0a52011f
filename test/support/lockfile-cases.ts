import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LockfileReader, PackageRecord, ReadResult } from '../../src/collect/reader.js';
import { filesOf, readFrom } from './memory-files.js';
import { referencePath } from './reference-data.js';

const ownRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../fixtures/lockfiles');

/** The fields of `expected.json` that are compared; the README of the reference data says what each means. */
export interface ExpectedCase {
  format: string;
  ecosystem?: string;
  /** All files of the case, the main one first. */
  files: readonly string[];
  packages: readonly ExpectedPackage[];
  /** Package names. */
  unresolved?: readonly string[];
  local?: readonly string[];
  /** Entries that may be reported or left out. */
  may?: readonly { name: string; version?: string | null }[];
}

/** Fields that are null or absent may be anything. */
export interface ExpectedPackage {
  name: string;
  version: string | null;
  ecosystem?: string;
  dev?: boolean | null;
  direct?: boolean | null;
  line?: number | null;
  source?: string;
  commit?: string;
  arch?: string;
  /** Own cases: a scope that `dev` is too coarse for. */
  scope?: string;
  /** Own cases: `name@version` of the packages it depends on, sorted. */
  dependencies?: readonly string[];
  licenses?: readonly string[];
  integrity?: string;
}

export interface LockfileCase {
  name: string;
  dir: string;
  expected: ExpectedCase;
}

/** Cases of the reference data for one format, in the order of their numbers; none where the data is not there. */
export function referenceCases(format: string): LockfileCase[] {
  return casesBelow(referencePath('lockfiles', 'visible')).filter((item) => item.expected.format === format);
}

/** Cases of `fixtures/lockfiles/<reader-id>/`. */
export function ownCases(readerId: string): LockfileCase[] {
  return casesBelow(join(ownRoot, readerId));
}

/** Folder names of `fixtures/lockfiles`. */
export function fixtureIds(): string[] {
  return readdirSync(ownRoot).sort();
}

/** Runs one reader over one file of a case; the other files of its folder are the neighbourhood. */
export async function runCase(reader: LockfileReader, caseDir: string, mainFile: string): Promise<ReadResult> {
  return readFrom(reader, filesOf(caseDir), mainFile);
}

/** Each way in which a result is not what was expected, one line each. */
export function differences(result: ReadResult, expected: ExpectedCase): string[] {
  const found = new Map<string, Merged>();
  for (const record of result.packages) merge(found, record);
  const wanted = new Map(expected.packages.map((item) => [identityOf(item.name, item.version, item.commit), item]));
  const extra = [...found].filter(([key, { record }]) => !wanted.has(key) && !isOptional(record, expected));
  const lines = extra.map(([key]) => `not expected: ${key}`);
  for (const [key, item] of wanted) {
    const merged = found.get(key);
    if (merged) lines.push(...fieldDifferences(key, merged, item, result));
    else if (!isOptional(item, expected)) lines.push(`missing: ${key}`);
  }
  lines.push(...setDifferences('unresolved', unresolvedNames(result, expected), expected.unresolved ?? []));
  if (expected.local) lines.push(...setDifferences('local', result.local, expected.local));
  return lines;
}

/** What all records of one (name, version) say together. */
interface Merged {
  record: PackageRecord;
  dev: boolean | null;
  direct: boolean | null;
  lines: (number | undefined)[];
}

/** Used in production anywhere wins over development; declared anywhere wins over transitive. */
function merge(found: Map<string, Merged>, record: PackageRecord): void {
  const key = identityOf(record.name, record.version, record.source?.commit);
  const dev = record.scope === undefined || record.scope === 'unknown' ? null : record.scope === 'dev';
  const direct = record.direct ?? null;
  const known = found.get(key);
  if (!known) {
    found.set(key, { record, dev, direct, lines: [record.line] });
    return;
  }
  known.lines.push(record.line);
  known.dev = known.dev === false || dev === false ? false : (known.dev ?? dev);
  known.direct = known.direct === true || direct === true ? true : (known.direct ?? direct);
}

/** A commit tells apart what has no version. */
function identityOf(name: string, version: string | null, commit: string | undefined): string {
  return version === null ? `${name}@#${commit ?? ''}` : `${name}@${version}`;
}

function isOptional(item: { name: string; version: string | null }, expected: ExpectedCase): boolean {
  return (expected.may ?? []).some((may) => may.name === item.name && (may.version === undefined || may.version === item.version));
}

function unresolvedNames(result: ReadResult, expected: ExpectedCase): string[] {
  const optional = new Set((expected.may ?? []).map((may) => may.name));
  return result.unresolved.map((item) => item.name).filter((name) => !optional.has(name) || expected.unresolved?.includes(name));
}

function fieldDifferences(key: string, merged: Merged, wanted: ExpectedPackage, result: ReadResult): string[] {
  const { record } = merged;
  const lines: string[] = [];
  const compare = (field: string, value: unknown, want: unknown) => {
    if (want === null || want === undefined || JSON.stringify(value) === JSON.stringify(want)) return;
    lines.push(`${key} ${field}: ${JSON.stringify(value)}, expected ${JSON.stringify(want)}`);
  };
  compare('dev', merged.dev, wanted.dev);
  if (wanted.dev === null && merged.dev !== null) lines.push(`${key} dev: ${merged.dev}, expected unknown`);
  compare('direct', merged.direct, wanted.direct);
  if (wanted.direct === null && merged.direct !== null) lines.push(`${key} direct: ${merged.direct}, expected unknown`);
  if (typeof wanted.line === 'number' && !merged.lines.includes(wanted.line)) compare('line', merged.lines, wanted.line);
  if (record.ecosystem !== undefined) compare('ecosystem', record.ecosystem.toLowerCase(), wanted.ecosystem?.toLowerCase());
  compare('source', record.source?.kind, wanted.source);
  compare('commit', record.source?.commit, wanted.commit);
  for (const field of ['arch', 'scope', 'licenses', 'integrity'] as const) compare(field, record[field], wanted[field]);
  if (wanted.dependencies) compare('dependencies', dependenciesOf(record, result), wanted.dependencies);
  return lines;
}

/** Edges as `name@version`, by the keys that the records of the file give themselves. */
function dependenciesOf(record: PackageRecord, result: ReadResult): string[] {
  const names = new Map(result.packages.map((item) => [item.key ?? `${item.name}@${item.version ?? ''}`, `${item.name}@${item.version}`]));
  const known = (record.dependencies ?? []).flatMap((key) => names.get(key) ?? []);
  return [...new Set(known)].sort();
}

function setDifferences(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const extra = [...new Set(found)].filter((name) => !wanted.includes(name)).sort();
  const missing = wanted.filter((name) => !found.includes(name));
  return [...extra.map((name) => `${what}, not expected: ${name}`), ...missing.map((name) => `${what}, missing: ${name}`)];
}

function casesBelow(folder: string): LockfileCase[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort();
  return names
    .filter((name) => existsSync(join(folder, name, 'expected.json')))
    .map((name) => ({ name, dir: join(folder, name), expected: JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) }));
}
