import type { ComponentSource, Scope } from '../../model/component.js';
import { InputError } from '../../support/errors.js';
import { type JsonObject, own } from '../../support/json.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult, type SourceFile } from '../reader.js';
import { gitSource } from './git-source.js';
import { byName, type LockEntry, lockEntries, pythonKey, tableOf, textOf, textsOf } from './lock-entries.js';
import { readAddress } from './python-address.js';
import { indexSource } from './python-registries.js';
import { pypiName } from './python-requirement.js';

/** Poetry states groups from lock version 2.1 (and `category` up to 1.5's files); between them nobody can tell what is for development. */
export const poetryLock: LockfileReader = {
  id: 'poetry-lock',
  title: 'poetry.lock (lock versions 1.0–2.1)',
  ecosystem: 'PyPI',
  kind: 'lock',
  matches: (path) => /(?:^|\/)poetry\.lock$/.test(path),
  read: async (file, context) => {
    const { parseToml } = await import('./toml-document.js');
    const { pyprojectBeside } = await import('./pyproject-beside.js');
    const result = emptyResult();
    const document = parseToml(file.text(), file.path, result.issues);
    return readPoetryLock(file, document, result, pyprojectBeside(context, result.issues)?.direct);
  },
};

/** `[metadata]` is always written last, so its absence shows a cut file; what stands before the cut was locked all the same. */
function readPoetryLock(file: SourceFile, document: JsonObject, result: ReadResult, direct: ReadonlySet<string> | undefined): ReadResult {
  if (own(document, 'metadata') === undefined) {
    const message = 'expected [metadata] at the end, so the file is cut short';
    if (own(document, 'package') === undefined) throw new InputError({ where: file.path, message });
    result.issues.push({ kind: 'unparsable', reason: message });
  }
  const version = textOf(tableOf(document, 'metadata'), 'lock-version') ?? '1.0';
  if (!/^[12]\./.test(version)) {
    result.outcome = 'unsupported';
    result.issues.push({ kind: 'unsupported_version', reason: `lock version ${version.slice(0, 20)}, known are 1 and 2` });
  }
  const entries = lockEntries(document, 'package', { file, issues: result.issues });
  const locked = byName(entries, ({ name }) => pypiName(name));
  for (const entry of entries) addEntry(result, entry, locked, direct);
  return result;
}

/** Optional dependencies that were not locked have no entry to point to. */
function addEntry(
  result: ReadResult,
  entry: LockEntry,
  locked: ReadonlyMap<string, LockEntry[]>,
  direct: ReadonlySet<string> | undefined,
): void {
  const name = pypiName(entry.name);
  const source = sourceOf(tableOf(entry.table, 'source'));
  if (source === 'folder') {
    result.local.push(name);
    return;
  }
  const dependencies = Object.keys(tableOf(entry.table, 'dependencies')).flatMap(
    (wanted) => locked.get(pypiName(wanted))?.map(pythonKey) ?? [],
  );
  const record: PackageRecord = {
    name,
    version: entry.version,
    scope: scopeOf(entry.table),
    direct: direct ? direct.has(name) : null,
    dependencies,
  };
  if (entry.line !== undefined) record.line = entry.line;
  if (source) record.source = source;
  if (entry.version === null)
    result.issues.push({ kind: 'invalid_entry', reason: `${name} has no version`, ...(entry.line !== undefined && { line: entry.line }) });
  result.packages.push(record);
}

/** `legacy` is a package index; the rest are named as they are. */
function sourceOf(source: JsonObject): ComponentSource | 'folder' | undefined {
  const url = textOf(source, 'url') ?? '';
  switch (textOf(source, 'type')) {
    case 'git':
      return gitSource(url, textOf(source, 'resolved_reference') ?? textOf(source, 'reference'));
    case 'legacy':
      return indexSource(url);
    case 'url': {
      const found = readAddress(url);
      return 'source' in found ? found.source : { kind: 'url', url };
    }
    case 'file':
      return { kind: 'file', url };
    case 'directory':
      return 'folder';
    default:
      return undefined;
  }
}

/** `main` in any form makes a package production; `optional` then says that only an extra installs it. */
function scopeOf(table: JsonObject): Scope {
  const groups = textsOf(table, 'groups');
  const category = textOf(table, 'category');
  if (groups.length === 0 && category === undefined) return 'unknown';
  const isMain = groups.includes('main') || category === 'main';
  if (!isMain) return 'dev';
  return own(table, 'optional') === true ? 'optional' : 'prod';
}
