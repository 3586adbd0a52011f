import type { ComponentSource, DependencyScope } from '../../../model/component.js';
import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadContext, type ReadResult, type SourceFile } from '../../reader.js';
import { isFolder, sourceOf } from '../entries/npm/npm-address.js';
import { manifestOf } from '../entries/npm/npm-manifest.js';
import { isExactVersion, isName, MAX_LOCATION, splitDescriptor } from '../entries/npm/npm-names.js';
import { readRegistries } from '../entries/npm/npm-registries.js';
import { addRoots, type Roots, scopesByReach } from '../entries/reachability.js';
import { atLine, report } from '../entries/report.js';
import { namesIn } from '../entries/table-members.js';
import { isVersion } from '../entries/version.js';
import { blankJsonc, type KeyTree, keyTree } from '../syntax/json-keys.js';

const KNOWN_VERSIONS: readonly unknown[] = [0, 1];
const KNOWN_MEMBERS = new Set([
  'lockfileVersion',
  'configVersion',
  'workspaces',
  'packages',
  'overrides',
  'patchedDependencies',
  'trustedDependencies',
  'catalog',
  'catalogs',
]);

/** Bun's text lock, JSON with trailing commas. The older binary `bun.lockb` is only recognised, not read. */
export const bunLock: LockfileReader = {
  id: 'bun-lock',
  title: 'bun.lock (Bun 1.1.39 and later, lockfileVersion 0 and 1)',
  ecosystem: 'npm',
  kind: 'lock',
  matches: (path) => path === 'bun.lock' || path.endsWith('/bun.lock'),
  recognises: (head) =>
    head.trimStart().startsWith('{') && /"lockfileVersion"\s*:\s*[01]\b/.test(head) && /"workspaces"\s*:\s*\{/.test(head),
  read: readBunLock,
};

function readBunLock(file: SourceFile, context: ReadContext): ReadResult {
  const text = blankJsonc(file.text());
  const document = parseJson(text, file.path);
  if (!isObject(document)) throw new InputError({ where: file.path, message: 'expected an object, so not a lockfile of Bun' });
  const version = own(document, 'lockfileVersion');
  if (!KNOWN_VERSIONS.includes(version)) {
    throw new InputError({
      where: file.path,
      issue: 'unsupported_version',
      message: `lockfileVersion ${quoteJson(String(version))} is none of 0 and 1`,
    });
  }
  const result: ReadResult = { ...emptyResult(), members: [] };
  for (const key of Object.keys(document))
    if (!KNOWN_MEMBERS.has(key)) report(result, `member ${quoteJson(key)} is unknown`, { note: true });
  const tree = keyTree(text);
  reportRepeated(tree, result);
  new BunReading(tree, result).run(sectionOf(document, 'workspaces', file.path), sectionOf(document, 'packages', file.path));
  readRegistries(context, result);
  return result;
}

/**
 * A key that a workspace repeats comes from its package.json and hides no package; a repeated key anywhere else may
 * hide one.
 */
function reportRepeated({ root, repeated }: KeyTree, result: ReadResult): void {
  const packages = root.members.get('packages')?.line ?? 0;
  for (const { key, line } of repeated) {
    const isOfWorkspace = line < packages && !KNOWN_MEMBERS.has(key);
    report(result, `${quoteJson(key)} stands here twice`, { line, ...(isOfWorkspace && { note: true }) });
  }
}

/** A lock without packages lacks the member `packages`. */
function sectionOf(document: JsonObject, member: string, where: string): JsonObject {
  const section = own(document, member) ?? {};
  if (isObject(section)) return section;
  throw new InputError({ where, message: `expected an object in ${member}` });
}

/**
 * One tuple of `packages`: `[name@reference, registry?, {dependencies …}, integrity?]`; its length depends on the kind.
 */
interface BunPackage {
  /** Path of the package: `parent/name`, nested as deep as versions differ. */
  key: string;
  name: string;
  reference: string;
  registry: string;
  info: JsonObject;
  integrity: string | undefined;
  line: number | undefined;
}

const EDGES = ['dependencies', 'optionalDependencies', 'peerDependencies'];
const NO_INFO: JsonObject = {};

class BunReading {
  private readonly packages = new Map<string, BunPackage>();
  private readonly direct = new Set<string>();
  private readonly roots: Roots = {};

  constructor(
    private readonly tree: KeyTree,
    private readonly result: ReadResult,
  ) {}

  run(workspaces: JsonObject, packages: JsonObject): void {
    const lines = this.tree.root.members.get('packages')?.members;
    for (const [key, tuple] of Object.entries(packages)) this.take(key, tuple, lines?.get(key)?.line);
    for (const [folder, workspace] of Object.entries(workspaces)) if (isObject(workspace)) this.readWorkspace(folder, workspace);
    const scopes = scopesByReach(this.roots, (key) => this.edges(this.packages.get(key)));
    for (const item of this.packages.values()) this.add(item, scopes.get(item.key) ?? 'unknown');
  }

  private take(key: string, tuple: unknown, line: number | undefined): void {
    const list: readonly unknown[] = Array.isArray(tuple) ? tuple : [];
    const [descriptor, second] = list;
    if (typeof descriptor !== 'string' || key.length > MAX_LOCATION) {
      report(this.result, `expected a list that starts with name and version for ${quoteJson(key)}`, atLine(line));
      return;
    }
    const { name, rest: reference } = splitDescriptor(descriptor);
    const registry = typeof second === 'string' ? second : '';
    const integrity = list.slice(2).find((item): item is string => typeof item === 'string' && /^sha\d+-/.test(item));
    this.packages.set(key, { key, name, reference, registry, info: list.find(isObject) ?? NO_INFO, integrity, line });
  }

  private readWorkspace(folder: string, workspace: JsonObject): void {
    const { name = '', dependencies } = manifestOf(workspace);
    if (folder !== '') {
      this.result.members?.push(folder);
      if (name !== '') this.result.local.push(name);
    }
    for (const { name: dependency, group, scope } of dependencies) {
      const key = this.resolve(folder === '' ? '' : name, dependency);
      if (key === undefined) {
        if (scope === 'prod' && group === 'dependencies') report(this.result, `${quoteJson(dependency)} is declared and not in packages`);
        continue;
      }
      this.direct.add(key);
      addRoots(this.roots, scope, [key]);
    }
  }

  /**
   * Key of a dependency of the package `from`: the deepest path with that name, because Bun nests packages like
   * folders.
   */
  private resolve(from: string, name: string): string | undefined {
    for (let parent = from; parent !== ''; parent = parentOf(parent))
      if (this.packages.has(`${parent}/${name}`)) return `${parent}/${name}`;
    return this.packages.has(name) ? name : undefined;
  }

  private edges(item: BunPackage | undefined): string[] {
    return item ? namesIn(item.info, EDGES).flatMap((name) => this.resolve(item.key, name) ?? []) : [];
  }

  private add(item: BunPackage, scope: DependencyScope): void {
    const { result } = this;
    const { key, name, reference, line } = item;
    const place = atLine(line);
    // The project itself, when one of its packages requires it.
    if (reference === 'root:') return;
    if (isFolder(reference)) {
      result.local.push(name);
      return;
    }
    const facts = { scope, direct: this.direct.has(key), ...place };
    const source = sourceOfTuple(item);
    const version = isExactVersion(reference) ? reference : null;
    if (version === null && !source) {
      report(result, `${quoteJson(reference)} is no version of ${quoteJson(name)}`, place);
      result.unresolved.push({ name, requirement: reference, ...facts });
      return;
    }
    if (!isName(name) || !isVersion(version ?? reference)) {
      report(result, `${quoteJson(name)} is no package name`, place);
      return;
    }
    const record: PackageRecord = { name, version, key, ...facts };
    const dependencies = this.edges(item);
    if (dependencies.length > 0) record.dependencies = dependencies;
    if (source) record.source = source;
    if (item.integrity !== undefined) record.integrity = item.integrity;
    result.packages.push(record);
  }
}

/**
 * Tuples of registry packages hold the registry's address (empty for npm's); all others hold their address in place of
 * the version.
 */
function sourceOfTuple({ name, reference, registry }: BunPackage): ComponentSource | undefined {
  if (!isExactVersion(reference))
    return sourceOf(reference, name) ?? (/\.(?:tgz|tar\.gz|tar)$/.test(reference) ? { kind: 'file', url: reference } : undefined);
  if (!/^https?:/.test(registry)) return undefined;
  return sourceOf(registry.includes('/-/') ? registry : `${registry.replace(/\/$/, '')}/${name}/-/`, name);
}

/** `a/@s/b` → `a`; a scope and its name are one step. */
function parentOf(key: string): string {
  const slash = key.lastIndexOf('/');
  if (slash === -1) return '';
  const before = key.lastIndexOf('/', slash - 1);
  const start = key[before + 1] === '@' ? before : slash;
  return start === -1 ? '' : key.slice(0, start);
}
