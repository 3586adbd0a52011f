import type { ComponentSource } from '../../../../model/component.js';
import { isObject, type JsonObject, own } from '../../../../support/json.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult, type SourceFile } from '../../../reader.js';
import { gitSource } from '../../entries/git-source.js';
import { type LockEntry, lockEntries } from '../../entries/lock-entries.js';
import { readAddress } from '../../entries/python/python-address.js';
import { indexSource } from '../../entries/python/python-registries.js';
import { pypiName, pythonKey } from '../../entries/python/python-requirement.js';
import { listMember, tableMember, textMember } from '../../entries/table-members.js';
import { uvReach } from './uv-graph.js';

/** Highest known lock version; a `revision` only adds fields. */
const MAX_VERSION = 1;

/** The lock is universal: it holds the packages of every marker, so a dependency without an entry was lost. */
export const uvLock: LockfileReader = {
  id: 'uv-lock',
  title: 'uv.lock (version 1)',
  ecosystem: 'PyPI',
  kind: 'lock',
  matches: (path) => /(?:^|\/)uv\.lock$/.test(path),
  recognises: (head) =>
    /^\[\[package\]\]/m.test(head) && /^source = \{ (?:registry|virtual|editable|git|url|path|directory) = /m.test(head),
  read: async (file) => {
    const { parseToml } = await import('../../syntax/toml-document.js');
    const result = emptyResult();
    return readUvLock(file, parseToml(file.text(), file.path, result.issues), result);
  },
};

/** The project's own packages are those that uv does not fetch: virtual, editable and plain folders. */
function readUvLock(file: SourceFile, document: JsonObject, result: ReadResult): ReadResult {
  checkVersion(document, result);
  const entries = lockEntries(document, 'package', { file, issues: result.issues });
  const members = entries.map((entry) => memberFolder(tableMember(entry.table, 'source')));
  const roots = new Set(entries.keys());
  for (const [index, folder] of members.entries()) if (folder === undefined) roots.delete(index);
  const { scopes, direct, edges, missing } = uvReach(entries, roots);
  entries.forEach((entry, index) => {
    if (roots.has(index)) {
      result.local.push(pypiName(entry.name));
      return;
    }
    const reached: Partial<PackageRecord> = roots.size === 0 ? {} : { scope: scopes.get(index) ?? 'unknown', direct: direct.has(index) };
    const dependencies = [...(edges.get(index) ?? [])].flatMap((target) => entries[target] ?? []).map(pythonKey);
    addPackage(result, entry, { ...reached, dependencies });
  });
  for (const name of [...missing].sort())
    result.issues.push({ kind: 'invalid_entry', reason: `${name} is depended on but not in the lock` });
  result.members = members
    .filter((folder) => folder !== undefined && folder !== '.' && folder !== '')
    .map(String)
    .sort();
  return result;
}

/** By uv's own rule, older tools can read every revision of a version. */
function checkVersion(document: JsonObject, result: ReadResult): void {
  const version = own(document, 'version');
  if (typeof version === 'number' && version <= MAX_VERSION) return;
  result.outcome = 'unsupported';
  result.issues.push({ kind: 'unsupported_version', reason: `lock version ${String(version).slice(0, 20)}, known is ${MAX_VERSION}` });
}

/** Only repositories and files may lack a version. */
function addPackage(result: ReadResult, entry: LockEntry, reached: Partial<PackageRecord>): void {
  const source = sourceOf(tableMember(entry.table, 'source'));
  const record: PackageRecord = { name: pypiName(entry.name), version: entry.version, ...reached, ...(source && { source }) };
  if (entry.line !== undefined) record.line = entry.line;
  const integrity = onlyHash(entry.table);
  if (integrity !== undefined) record.integrity = integrity;
  if (record.version === null && !source)
    result.issues.push({
      kind: 'invalid_entry',
      reason: `${record.name} has no version`,
      ...(record.line !== undefined && { line: record.line }),
    });
  result.packages.push(record);
}

/** Folder, relative to the lock, of a package that belongs to the project. */
function memberFolder(source: JsonObject): string | undefined {
  return textMember(source, 'virtual') ?? textMember(source, 'editable') ?? textMember(source, 'directory');
}

/** A git source has its query (`rev`, `branch`, `tag`) and the commit after the address. */
function sourceOf(source: JsonObject): ComponentSource | undefined {
  const git = textMember(source, 'git');
  if (git !== undefined) return gitSource(git.replace(/[?#].*$/s, ''), git.slice(git.lastIndexOf('#') + 1));
  const address = textMember(source, 'url') ?? textMember(source, 'path');
  if (address === undefined) return indexSource(textMember(source, 'registry'));
  const found = readAddress(address);
  return 'source' in found ? found.source : { kind: 'file', url: found.folder };
}

/** The lock's digest, if there is only one file that it can be of. */
function onlyHash(table: JsonObject): string | undefined {
  const files = [own(table, 'sdist'), ...listMember(table, 'wheels')].filter(isObject);
  const [file] = files;
  return file && files.length === 1 ? textMember(file, 'hash') : undefined;
}
