import type { ComponentSource } from '../../../model/component.js';
import { isObject, type JsonObject, own } from '../../../support/json.js';
import { redactUrl } from '../../../support/redact.js';
import { emptyResult, type LockfileReader, type ReadResult, type SourceFile } from '../../reader.js';
import { gitSource } from '../entries/git-source.js';
import { byName, type LockEntry, lockEntries } from '../entries/lock-entries.js';
import { versionInFileName } from '../entries/python/python-address.js';
import { indexSource } from '../entries/python/python-registries.js';
import { pypiName, pythonKey } from '../entries/python/python-requirement.js';
import { listMember, tableMember, textMember } from '../entries/table-members.js';

/**
 * PEP 751. Groups are expressed in markers that only an installer can evaluate, so scope and directness stay unknown.
 */
export const pylock: LockfileReader = {
  id: 'pylock',
  title: 'pylock.toml, pylock.<name>.toml (PEP 751, lock version 1)',
  ecosystem: 'PyPI',
  kind: 'lock',
  matches: (path) => /(?:^|\/)pylock(?:\.[^./]+)?\.toml$/.test(path),
  recognises: (head) => /^lock-version = "/m.test(head) && /^\[\[packages\]\]/m.test(head),
  read: async (file) => {
    const { parseToml } = await import('../syntax/toml-document.js');
    const result = emptyResult();
    return readPylock(file, parseToml(file.text(), file.path, result.issues), result);
  },
};

/** A later minor version only adds keys (PEP 751, "lock-version"). */
function readPylock(file: SourceFile, document: JsonObject, result: ReadResult): ReadResult {
  const version = textMember(document, 'lock-version');
  if (version === undefined) result.issues.push({ kind: 'unparsable', reason: 'expected a lock-version' });
  else if (!version.startsWith('1.')) {
    result.outcome = 'unsupported';
    result.issues.push({ kind: 'unsupported_version', reason: `lock version ${version.slice(0, 20)}, known is 1.0` });
  }
  if (!Array.isArray(own(document, 'packages'))) result.issues.push({ kind: 'unparsable', reason: 'expected a list of packages' });
  const entries = lockEntries(document, 'packages', { file, issues: result.issues });
  const locked = byName(entries, ({ name }) => pypiName(name));
  for (const entry of entries) addEntry(result, entry, locked);
  return result;
}

/** Exactly one of vcs, directory, archive or index files states the source of a package. */
function addEntry(result: ReadResult, entry: LockEntry, locked: ReadonlyMap<string, LockEntry[]>): void {
  const { table, line } = entry;
  const name = pypiName(entry.name);
  if (isObject(own(table, 'directory'))) {
    result.local.push(name);
    return;
  }
  const archive = tableMember(table, 'archive');
  const address = textMember(archive, 'url') ?? textMember(archive, 'path');
  const version = entry.version ?? (address === undefined ? null : versionInFileName(address, name));
  const source = sourceOf(table);
  const at = line !== undefined && { line };
  if (version === null && !source)
    result.issues.push({ kind: 'invalid_entry', reason: `${name} has neither a version nor a source`, ...at });
  result.packages.push({
    name,
    version,
    scope: 'unknown',
    direct: null,
    dependencies: dependenciesOf(result, entry, locked),
    ...at,
    ...(source && { source }),
  });
}

/** Entries are tables with as many fields as identify the package; the name is the least. */
function dependenciesOf(result: ReadResult, { name, table, line }: LockEntry, locked: ReadonlyMap<string, LockEntry[]>): string[] {
  return listMember(table, 'dependencies').flatMap((entry) => {
    const wanted = isObject(entry) ? textMember(entry, 'name') : undefined;
    const version = isObject(entry) ? textMember(entry, 'version') : undefined;
    const found = locked.get(pypiName(wanted ?? ''))?.filter((target) => version === undefined || target.version === version);
    if (found && found.length > 0) return found.map(pythonKey);
    result.issues.push({
      kind: 'invalid_entry',
      reason: `${name} depends on ${wanted ?? 'something unnamed'}, which is not in the lock`,
      ...(line !== undefined && { line }),
    });
    return [];
  });
}

/** `path` replaces `url` where a lock refers to a mirror on disk. */
function sourceOf(table: JsonObject): ComponentSource | undefined {
  const vcs = own(table, 'vcs');
  if (isObject(vcs)) {
    const url = textMember(vcs, 'url') ?? textMember(vcs, 'path') ?? '';
    return textMember(vcs, 'type') === 'git' ? gitSource(url, textMember(vcs, 'commit-id')) : { kind: 'url', url: redactUrl(url) };
  }
  const archive = own(table, 'archive');
  if (!isObject(archive)) return indexSource(textMember(table, 'index'));
  const url = textMember(archive, 'url');
  return url === undefined ? { kind: 'file', url: textMember(archive, 'path') ?? '' } : { kind: 'url', url: redactUrl(url) };
}
