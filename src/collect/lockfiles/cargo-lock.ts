import type { ComponentSource } from '../../model/component.js';
import { isObject, type JsonObject, own } from '../../support/json.js';
import { redactUrl } from '../../support/redact.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult, type SourceFile } from '../reader.js';
import { gitSource } from './git-source.js';
import { byName, type LockEntry, lockEntries, noteUnknownKeys, textOf, textsOf } from './lock-entries.js';
import { quote } from './quote.js';

/** Version 4 (Cargo 1.78) only changed how sources are escaped. */
const MAX_VERSION = 4;

/** Cargo's own index, in its git and its sparse form. */
const CRATES_IO = new Set([
  'registry+https://github.com/rust-lang/crates.io-index',
  'registry+sparse+https://index.crates.io/',
  'sparse+https://index.crates.io/',
]);

/** Packages without a source are the workspace's own. Cargo does not lock what is for development only, so scopes stay open. */
export const cargoLock: LockfileReader = {
  id: 'cargo-lock',
  title: 'Cargo.lock (versions 1–4)',
  ecosystem: 'crates.io',
  kind: 'lock',
  matches: (path) => /(?:^|\/)Cargo\.lock$/.test(path),
  read: async (file, context) => {
    const { parseToml } = await import('./toml-document.js');
    const { cargoMembers } = await import('./cargo-members.js');
    const result = emptyResult();
    readCargoLock(file, parseToml(file.text(), file.path, result.issues), result);
    result.members = cargoMembers(context);
    return result;
  },
};

/** Keys of a package in all lock versions. */
const KEYS = new Set(['name', 'version', 'source', 'checksum', 'dependencies', 'replace']);

/** Unused patches (`[[patch.unused]]`) are not built, so they are left out. */
function readCargoLock(file: SourceFile, document: JsonObject, result: ReadResult): void {
  checkVersion(document, result);
  const entries = lockEntries(document, 'package', { file, issues: result.issues });
  for (const { table, name } of entries) noteUnknownKeys(table, KEYS, `package ${quote(name)}`, result.issues);
  entries.push(...rootOf(document, result));
  const crates = new Crates(entries);
  const direct = directOf(entries, crates);
  for (const entry of entries) addEntry(result, entry, crates, direct);
}

/** Before Cargo 1.17 the project's own package stood apart. */
function rootOf(document: JsonObject, result: ReadResult): LockEntry[] {
  const root = own(document, 'root');
  if (root === undefined) return [];
  const name = isObject(root) ? textOf(root, 'name') : undefined;
  if (isObject(root) && name !== undefined) return [{ table: root, name, version: textOf(root, 'version') ?? null }];
  result.issues.push({ kind: 'invalid_entry', reason: '[root] has no name' });
  return [];
}

/** Version 1 wrote none. */
function checkVersion(document: JsonObject, result: ReadResult): void {
  const version = own(document, 'version') ?? 1;
  if (typeof version === 'number' && version >= 1 && version <= MAX_VERSION) return;
  result.outcome = 'unsupported';
  result.issues.push({
    kind: 'unsupported_version',
    reason: `lock version ${String(version).slice(0, 20)}, known are 1 to ${MAX_VERSION}`,
  });
}

/** Packages by the names dependency lists call them. */
class Crates {
  private readonly names: ReadonlyMap<string, LockEntry[]>;
  private readonly versions: ReadonlyMap<string, LockEntry[]>;

  constructor(entries: readonly LockEntry[]) {
    this.names = byName(entries, ({ name }) => name);
    this.versions = byName(entries, ({ name, version }) => `${name} ${version ?? ''}`);
  }

  /** `name`, `name version` or `name version (source)`: each as long as it must be to be unambiguous. A git source stands without its commit. */
  find(dependency: string): readonly LockEntry[] {
    const [name = '', version, source] = dependency.split(' ', 3);
    const same = (version === undefined ? this.names.get(name) : this.versions.get(`${name} ${version}`)) ?? [];
    const place = source?.replace(/^\(|\)$/g, '');
    return place === undefined ? same : same.filter((entry) => placeOf(entry) === place);
  }
}

/** Source without the commit, as dependency lists write it. */
function placeOf({ table }: LockEntry): string {
  return (textOf(table, 'source') ?? '').split('#', 1)[0] ?? '';
}

/** What own packages depend on; undefined when the lock holds no own package to tell by. */
function directOf(entries: readonly LockEntry[], crates: Crates): Set<LockEntry> | undefined {
  const locals = entries.filter(isLocal);
  if (locals.length === 0) return undefined;
  return new Set(locals.flatMap(({ table }) => textsOf(table, 'dependencies').flatMap((dependency) => crates.find(dependency))));
}

/** Members and path dependencies have no source: nothing was fetched for them. */
function isLocal({ table }: LockEntry): boolean {
  return own(table, 'source') === undefined;
}

/** Edges of own packages are checked too: a dangling one means that an entry was lost. */
function addEntry(result: ReadResult, entry: LockEntry, crates: Crates, direct: ReadonlySet<LockEntry> | undefined): void {
  const dependencies: string[] = [];
  for (const dependency of textsOf(entry.table, 'dependencies')) {
    const found = crates.find(dependency);
    for (const target of found) dependencies.push(keyOf(target));
    if (found.length === 0) issue(result, entry, `${entry.name} depends on ${dependency.slice(0, 80)}, which is not in the lock`);
  }
  if (isLocal(entry)) {
    result.local.push(entry.name);
    return;
  }
  if (entry.version === null) issue(result, entry, `${entry.name} has no version`);
  const source = sourceOf(textOf(entry.table, 'source') ?? '');
  const checksum = textOf(entry.table, 'checksum');
  const record: PackageRecord = {
    name: entry.name,
    version: entry.version,
    key: keyOf(entry),
    scope: 'unknown',
    direct: direct ? direct.has(entry) : null,
    dependencies,
  };
  if (entry.line !== undefined) record.line = entry.line;
  if (source) record.source = source;
  if (checksum !== undefined) record.integrity = `sha256:${checksum}`;
  result.packages.push(record);
}

function issue(result: ReadResult, { line }: LockEntry, reason: string): void {
  result.issues.push({ kind: 'invalid_entry', reason, ...(line !== undefined && { line }) });
}

/** One name and version may come from two places; the place then tells them apart. */
function keyOf(entry: LockEntry): string {
  return `${entry.name}@${entry.version ?? ''} ${placeOf(entry)}`;
}

/** `git+<address>?<branch, tag or rev>#<commit>`, or a registry by its index. */
function sourceOf(source: string): ComponentSource | undefined {
  if (CRATES_IO.has(source)) return undefined;
  if (!source.startsWith('git+')) return { kind: 'registry', url: redactUrl(source.replace(/^registry\+/, '')) };
  const address = source.slice('git+'.length);
  return gitSource(address.split(/[?#]/, 1)[0] ?? '', address.slice(address.lastIndexOf('#') + 1));
}
