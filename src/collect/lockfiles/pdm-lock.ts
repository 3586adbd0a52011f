import type { ComponentSource, Scope } from '../../model/component.js';
import type { JsonObject } from '../../support/json.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult, type SourceFile } from '../reader.js';
import { gitSource } from './git-source.js';
import { type LockEntry, lockEntries, pythonKey, tableOf, textOf, textsOf } from './lock-entries.js';
import type { Manifest } from './pyproject-beside.js';
import { readAddress } from './python-address.js';
import { parseRequirement, pypiName } from './python-requirement.js';

/** PDM names the groups of each package, but only pyproject.toml says which groups are for development; `dev` is by default. */
export const pdmLock: LockfileReader = {
  id: 'pdm-lock',
  title: 'pdm.lock (lock versions 2–4)',
  ecosystem: 'PyPI',
  kind: 'lock',
  matches: (path) => /(?:^|\/)pdm\.lock$/.test(path),
  read: async (file, context) => {
    const { parseToml } = await import('./toml-document.js');
    const { pyprojectBeside } = await import('./pyproject-beside.js');
    const result = emptyResult();
    const document = parseToml(file.text(), file.path, result.issues);
    return readPdmLock(file, document, result, pyprojectBeside(context, result.issues));
  },
};

/** Lock version 4 stands for PDM 2; older files lack groups, which leaves their scopes open. */
function readPdmLock(file: SourceFile, document: JsonObject, result: ReadResult, manifest: Manifest | undefined): ReadResult {
  const metadata = tableOf(document, 'metadata');
  const version = textOf(metadata, 'lock_version');
  if (version === undefined) result.issues.push({ kind: 'unparsable', reason: 'expected a lock_version in [metadata]' });
  else if (!/^[1-4](?:\.|$)/.test(version)) {
    result.outcome = 'unsupported';
    result.issues.push({ kind: 'unsupported_version', reason: `lock version ${version.slice(0, 20)}, known are 2 to 4` });
  }
  const entries = lockEntries(document, 'package', { file, issues: result.issues });
  const keys = new Map(entries.map((entry) => [pypiName(entry.name), pythonKey(entry)]));
  const packages = new Map<string, PackageRecord>();
  for (const entry of entries) addEntry(result, entry, { keys, packages, manifest });
  result.packages.push(...packages.values());
  return result;
}

/** What all entries of one lock share. */
interface Reading {
  keys: ReadonlyMap<string, string>;
  /** Packages so far: one that is locked again for an extra of it is still one package. */
  packages: Map<string, PackageRecord>;
  manifest: Manifest | undefined;
}

/** An entry with extras repeats the package it belongs to and adds what the extras need. */
function addEntry(result: ReadResult, entry: LockEntry, { keys, packages, manifest }: Reading): void {
  const name = pypiName(entry.name);
  const source = sourceOf(entry.table);
  if (source === 'folder') {
    result.local.push(name);
    return;
  }
  const key = pythonKey(entry);
  const scope = scopeOf(textsOf(entry.table, 'groups'), manifest);
  const dependencies = dependenciesOf(result, entry, keys).filter((dependency) => dependency !== key);
  const known = packages.get(key);
  if (known) {
    known.scope = stronger(known.scope ?? 'unknown', scope);
    known.dependencies = [...new Set([...(known.dependencies ?? []), ...dependencies])];
    return;
  }
  if (entry.version === null && !source)
    result.issues.push({ kind: 'invalid_entry', reason: `${name} has no version`, ...(entry.line !== undefined && { line: entry.line }) });
  const direct = manifest ? manifest.direct.has(name) : null;
  packages.set(key, {
    name,
    version: entry.version,
    scope,
    direct,
    dependencies,
    ...(entry.line !== undefined && { line: entry.line }),
    ...(source && { source }),
  });
}

/** What is asked for without a marker must be in the lock; markers may rule a package out of a lock for one platform. */
function dependenciesOf(result: ReadResult, { name, table, line }: LockEntry, keys: ReadonlyMap<string, string>): string[] {
  return textsOf(table, 'dependencies').flatMap((text) => {
    const wanted = parseRequirement(text)?.name;
    const key = wanted === undefined ? undefined : keys.get(wanted);
    if (key !== undefined) return [key];
    if (!text.includes(';'))
      result.issues.push({
        kind: 'invalid_entry',
        reason: `${name} depends on ${wanted ?? 'something unreadable'}, which is not in the lock`,
        ...(line !== undefined && { line }),
      });
    return [];
  });
}

/** A path without an archive is a folder, editable or not. */
function sourceOf(table: JsonObject): ComponentSource | 'folder' | undefined {
  const git = textOf(table, 'git');
  if (git !== undefined) return gitSource(git, textOf(table, 'revision'));
  const address = textOf(table, 'url') ?? textOf(table, 'path');
  if (address === undefined) return undefined;
  const found = readAddress(address);
  return 'source' in found ? found.source : 'folder';
}

/** Without a manifest only `default` and `dev`, whose meaning PDM fixes, tell anything. */
function scopeOf(groups: readonly string[], manifest: Manifest | undefined): Scope {
  if (groups.length === 0) return 'unknown';
  if (groups.includes('default')) return 'prod';
  const names = groups.map(pypiName);
  if (names.some((name) => manifest?.groups.optional.has(name))) return 'optional';
  return names.every((name) => name === 'dev' || manifest?.groups.dev.has(name)) ? 'dev' : 'unknown';
}

/** What is installed for production is, however many groups name it besides. */
function stronger(a: Scope, b: Scope): Scope {
  const order: readonly Scope[] = ['prod', 'optional', 'unknown', 'dev'];
  return order.find((scope) => scope === a || scope === b) ?? 'unknown';
}
