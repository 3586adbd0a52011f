import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult, type SourceFile } from '../../reader.js';
import { isNugetId, isNugetVersion, nugetKey } from '../entries/nuget/nuget-identity.js';
import { reportDangling, reportOverwritten } from '../entries/nuget/nuget-issues.js';
import { tableMember, textMember } from '../entries/table-members.js';
import { type KeyNode, keyTree } from '../syntax/json-keys.js';

/** Version 2 came with central package management, version 3 with aliases of frameworks (SDK 10.0.300). */
const VERSIONS: readonly unknown[] = [1, 2, 3];

/** NuGet's lock of one project, with a list of packages for each target framework. */
export const nugetLock: LockfileReader = {
  id: 'nuget-lock',
  title: 'packages.lock.json, packages.<project>.lock.json (versions 1–3)',
  ecosystem: 'NuGet',
  kind: 'lock',
  matches: (path) => /(?:^|\/)packages(?:\.[^/]+)?\.lock\.json$/.test(path),
  recognises: (head) =>
    /^\s*\{\s*"version"\s*:\s*\d/.test(head) && /"type"\s*:\s*"(?:Direct|Transitive|Project|CentralTransitive)"/.test(head),
  read: readNugetLock,
};

function readNugetLock(file: SourceFile): ReadResult {
  const text = file.text();
  const document = parseJson(text, file.path);
  if (!isObject(document)) throw new InputError({ where: file.path, message: 'expected an object, so not a NuGet lock' });
  const result = emptyResult();
  const version = own(document, 'version');
  if (!VERSIONS.includes(version)) {
    result.outcome = 'unsupported';
    result.issues.push({ kind: 'unsupported_version', reason: `lock version ${String(version).slice(0, 20)}, known are 1 to 3` });
  }
  const tree = keyTree(text);
  reportOverwritten(result, tree);
  const targets = targetsOf(document, tree.root, { result, where: file.path });
  const dangling = new Set<string>();
  for (const target of targets.values()) addTarget(result, target, { targets, dangling });
  reportDangling(result, dangling);
  return result;
}

/** Packages of one framework, or of one framework on one runtime; the latter lists only the differences. */
interface Target {
  name: string;
  entries: JsonObject;
  lines: KeyNode | undefined;
  /** Entries by id in lower case. */
  byName: ReadonlyMap<string, unknown>;
}

/**
 * Up to version 2 targets are below `dependencies`; from version 3 on each target is a member of the document with its
 * own `dependencies`.
 */
function targetsOf(document: JsonObject, keys: KeyNode, { result, where }: { result: ReadResult; where: string }): Map<string, Target> {
  const targets = new Map<string, Target>();
  const add = (name: string, entries: unknown, lines: KeyNode | undefined) => {
    if (!isObject(entries)) {
      result.issues.push({
        kind: 'invalid_entry',
        reason: `the packages of ${quoteJson(name)} are no object`,
        ...(lines && { line: lines.line }),
      });
      return;
    }
    const byName = new Map(Object.entries(entries).map(([id, entry]) => [id.toLowerCase(), entry]));
    targets.set(name, { name, entries, lines, byName });
  };
  const shared = own(document, 'dependencies');
  if (shared !== undefined) {
    if (!isObject(shared)) throw new InputError({ where, message: '"dependencies" is no object' });
    const lines = keys.members.get('dependencies');
    for (const [name, entries] of Object.entries(shared)) add(name, entries, lines?.members.get(name));
    return targets;
  }
  for (const [name, value] of Object.entries(document)) {
    if (isObject(value)) add(name, own(value, 'dependencies'), keys.members.get(name)?.members.get('dependencies'));
  }
  if (targets.size === 0) throw new InputError({ where, message: 'expected "dependencies", so not a NuGet lock' });
  return targets;
}

interface Around {
  targets: ReadonlyMap<string, Target>;
  dangling: Set<string>;
}

function addTarget(result: ReadResult, target: Target, around: Around): void {
  const lookup = (id: string) => target.byName.get(id) ?? around.targets.get(withoutRuntime(target.name))?.byName.get(id);
  for (const [name, entry] of Object.entries(target.entries)) {
    const line = target.lines?.members.get(name)?.line;
    const at = line === undefined ? {} : { line };
    if (!isObject(entry) || !isNugetId(name)) {
      result.issues.push({ kind: 'invalid_entry', reason: `${quoteJson(name)} is no package`, ...at });
      continue;
    }
    const dependencies = edgesOf(entry, lookup, around.dangling);
    if (textMember(entry, 'type')?.toLowerCase() === 'project') result.local.push(name);
    else addEntry(result, entry, { name, ...at, dependencies, scope: 'unknown' });
  }
}

function addEntry(result: ReadResult, entry: JsonObject, facts: Omit<PackageRecord, 'version'>): void {
  const { name, line } = facts;
  const at = line === undefined ? {} : { line };
  const direct = isDirect(entry);
  if (direct === null) result.issues.push({ kind: 'invalid_entry', reason: `${quoteJson(name)} has an unknown type`, ...at });
  const version = textMember(entry, 'resolved');
  if (version === undefined || !isNugetVersion(version)) {
    result.issues.push({ kind: 'invalid_entry', reason: `${quoteJson(name)} has no resolved version`, ...at });
    result.unresolved.push({ name, requirement: textMember(entry, 'requested') ?? '', scope: 'unknown', direct, ...at });
    return;
  }
  const hash = textMember(entry, 'contentHash');
  result.packages.push({ ...facts, version, direct, key: nugetKey(name, version), ...(hash && { integrity: `sha512-${hash}` }) });
}

/**
 * `CentralTransitive` means that the project does not reference it but sets its version centrally. Null for unknown
 * types.
 */
function isDirect(entry: JsonObject): boolean | null {
  const type = textMember(entry, 'type')?.toLowerCase();
  if (type === 'direct') return true;
  return type === 'transitive' || type === 'centraltransitive' ? false : null;
}

/** Dependencies state ranges; a target holds one version of each package, so the name is enough. */
function edgesOf(entry: JsonObject, lookup: (id: string) => unknown, dangling: Set<string>): string[] {
  const keys: string[] = [];
  for (const name of Object.keys(tableMember(entry, 'dependencies'))) {
    const target = lookup(name.toLowerCase());
    const version = isObject(target) ? textMember(target, 'resolved') : undefined;
    if (version !== undefined) keys.push(nugetKey(name, version));
    else if (target === undefined) dangling.add(name);
  }
  return keys;
}

/** `net8.0/win-x64` builds on `net8.0`. */
function withoutRuntime(target: string): string {
  const slash = target.lastIndexOf('/');
  return slash === -1 ? '' : target.slice(0, slash);
}
