import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LockfileReader, ReadResult } from '../../src/collect/reader.js';
import { canonicalPurl } from '../../src/model/purl.js';
import { InputError } from '../../src/support/errors.js';
import { chosen, filesOf, readFrom } from './memory-files.js';
import { referencePath } from './reference-data.js';

const fixtures = resolve(dirname(fileURLToPath(import.meta.url)), '../../fixtures');

/** A folder with evidence and what must be found in it; the fields are those of the reference data's README. */
export interface EvidenceCase {
  name: string;
  folder: string;
  expected: ExpectedEvidence;
}

export interface ExpectedEvidence {
  files: string[];
  packages?: ExpectedPackage[];
  without_purl?: { name: string; version: string | null }[];
  unresolved?: string[];
  outcome?: string;
  any_of?: string[];
}

export interface ExpectedPackage {
  name: string;
  version: string | null;
  ecosystem?: string;
  dev?: boolean | null;
  direct?: boolean | null;
  line?: number | null;
  purl?: string;
  arch?: string;
  source_name?: string;
  source_version?: string;
  source_rpm?: string;
  dependencies?: string[];
  licenses?: string[];
}

/** Own cases of a reader: `fixtures/<registry>/<id>/<case>`. */
export function ownCases(registry: 'sboms' | 'os', id: string): EvidenceCase[] {
  const folder = join(fixtures, registry, id);
  return existsSync(folder) ? readdirSync(folder).map((name) => caseAt(join(folder, name), name)) : [];
}

/** Cases of the reference data whose folder is named after one of the formats. */
export function referenceEvidence(formats: RegExp, part: 'good' | 'bad'): EvidenceCase[] {
  const folder = part === 'good' ? referencePath('lockfiles', 'visible') : referencePath('lockfiles', 'visible', 'bad');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => formats.test(name))
        .sort()
        .map((name) => caseAt(join(folder, name), name))
    : [];
}

function caseAt(folder: string, name: string): EvidenceCase {
  return { name, folder, expected: JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) };
}

/** One result of all files of a case that some reader takes, and how reading ended. */
export async function readCase(
  readers: readonly LockfileReader[],
  { folder }: EvidenceCase,
): Promise<{ result: ReadResult; outcome: string }> {
  const files = filesOf(folder);
  const result: ReadResult = { packages: [], unresolved: [], local: [], issues: [], unidentified: [] };
  let outcome = 'empty';
  for (const path of Object.keys(files).sort()) {
    const reader = chosen(readers, path, files[path] ?? '');
    if (!reader) continue;
    try {
      const read = await readFrom(reader, files, path);
      result.packages.push(...read.packages);
      result.unresolved.push(...read.unresolved);
      result.issues.push(...read.issues);
      result.unidentified?.push(...(read.unidentified ?? []));
      outcome = read.outcome ?? (read.packages.length > 0 ? 'scanned' : outcome);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      outcome = error.issue.startsWith('unsupported') ? 'unsupported' : 'failed';
      result.issues.push({ kind: error.issue, reason: error.message });
    }
  }
  return { result, outcome };
}

/** Each way in which a result is not what was expected; fields that are null or absent in `expected` may be anything. */
export function differencesOf(result: ReadResult, expected: ExpectedEvidence): string[] {
  const wanted = new Map((expected.packages ?? []).map((item) => [identityOf(item), item]));
  const found = new Map(result.packages.map((item) => [identityOf(item), item]));
  const differences = [...found.keys()].filter((key) => !wanted.has(key)).map((key) => `not expected: ${key}`);
  for (const [key, item] of wanted) {
    const record = found.get(key);
    if (!record) differences.push(`missing: ${key}`);
    else differences.push(...fieldDifferences(key, flat(record, item), item));
  }
  const nameless = (list: readonly { name: string; version: string | null }[] = []) => [...new Set(list.map(identityOf))].sort().join();
  if (nameless(result.unidentified) !== nameless(expected.without_purl)) differences.push(`without purl: ${nameless(result.unidentified)}`);
  const unresolved = result.unresolved
    .map((item) => item.name)
    .sort()
    .join();
  if (unresolved !== [...(expected.unresolved ?? [])].sort().join()) differences.push(`unresolved: ${unresolved}`);
  return differences;
}

function identityOf(item: { name: string; version: string | null }): string {
  return `${item.name}@${item.version}`;
}

/** The record in the words of `expected.json`; the reference data names purl types where we name ecosystems. */
function flat(record: ReadResult['packages'][number], wanted: ExpectedPackage): Record<string, unknown> {
  const { origin } = record;
  const isSourceRpm = wanted.source_rpm !== undefined;
  return {
    ...record,
    direct: record.direct ?? null,
    dev: record.scope === undefined || record.scope === 'unknown' ? null : record.scope === 'dev',
    source_name: isSourceRpm ? undefined : origin?.name,
    source_version: isSourceRpm ? undefined : origin?.version,
    // File names of source packages leave out the epoch, which advisories state.
    source_rpm: isSourceRpm ? `${origin?.name}-${origin?.version?.replace(/^\d+:/, '')}.src.rpm` : undefined,
    ...(wanted.purl !== undefined && !wanted.ecosystem?.match(/[A-Z]/) && { ecosystem: wanted.ecosystem }),
  };
}

function fieldDifferences(key: string, record: Record<string, unknown>, wanted: ExpectedPackage): string[] {
  return Object.entries(wanted).flatMap(([field, value]) => {
    const want = field === 'purl' ? canonicalPurl(String(value)) : value;
    if (value === null || JSON.stringify(record[field]) === JSON.stringify(want)) return [];
    return [`${key} ${field}: ${JSON.stringify(record[field])}, expected ${JSON.stringify(want)}`];
  });
}

/** Ids that have a folder of own cases, sorted. */
export function fixtureIds(registry: 'sboms' | 'os'): string[] {
  return readdirSync(join(fixtures, registry)).sort();
}
