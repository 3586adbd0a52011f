import type { ComponentSource, DependencyScope } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type LockfileReader, type ReadContext, type ReadResult, type SourceFile } from '../../../reader.js';
import { isFolder, sourceOf } from '../../entries/npm/npm-address.js';
import { declaredScopes, manifestBeside } from '../../entries/npm/npm-manifest.js';
import { type Descriptor, splitDescriptor } from '../../entries/npm/npm-names.js';
import { readRegistries } from '../../entries/npm/npm-registries.js';
import { addYarnPackage } from '../../entries/npm/yarn-package.js';
import { addRoots, type Roots, scopesByReach } from '../../entries/reachability.js';
import { report, reportMissing } from '../../entries/report.js';
import { YamlLines } from '../../syntax/yaml-lines.js';
import { type BerryEntry, readBerryEntries } from './yarn-berry-entries.js';

/** Newest `__metadata.version` whose entries are known to have this form. */
const NEWEST = 10;

/**
 * The lock of Yarn 2 and later, which is YAML. It lists the workspace's members; only the manifests mark development
 * dependencies.
 */
export const yarnBerry: LockfileReader = {
  id: 'yarn-berry',
  title: `yarn.lock (Yarn 2–4, metadata version up to ${NEWEST})`,
  ecosystem: 'npm',
  kind: 'lock',
  matches: (path) => path === 'yarn.lock' || path.endsWith('/yarn.lock'),
  sniff: isBerry,
  recognises: isBerry,
  read: readYarnBerry,
};

function isBerry(head: string): boolean {
  return /^__metadata:/m.test(head);
}

/** Limit for the versions of one name that are assumed for a dependency whose range is not in the lock. */
const MAX_CANDIDATES = 100;

function readYarnBerry(file: SourceFile, context: ReadContext): ReadResult {
  const lines = new YamlLines(file.text(), file.path);
  const result: ReadResult = { ...emptyResult(), members: [] };
  const { version, entries } = readBerryEntries(lines, result);
  if (!/^\d+$/.test(version))
    throw new InputError({ where: file.path, message: 'no __metadata with a version, so not a lockfile of Yarn 2 or later' });
  if (Number(version) > NEWEST)
    report(result, `metadata version ${quoteJson(version)} is newer than ${NEWEST}; read as that`, {
      kind: 'unsupported_version',
      note: true,
    });
  for (const { line, reason } of lines.problems) report(result, reason, { kind: 'unparsable', line });
  new BerryReading(entries, context, result).run();
  readRegistries(context, result);
  return result;
}

class BerryReading {
  private readonly byDescriptor = new Map<string, BerryEntry>();
  private readonly byName = new Map<string, BerryEntry[]>();
  private readonly missing = new Set<string>();
  private readonly direct = new Set<string>();

  constructor(
    private readonly entries: readonly BerryEntry[],
    private readonly context: ReadContext,
    private readonly result: ReadResult,
  ) {}

  run(): void {
    for (const entry of this.entries) this.index(entry);
    const workspaces = this.entries.filter((entry) => locatorOf(entry).rest.startsWith('workspace:'));
    const roots: Roots = {};
    for (const workspace of workspaces) this.addWorkspace(workspace, roots);
    const isKnown = workspaces.length > 0 || this.addManifest(roots);
    const scopes = scopesByReach(roots, (key) => this.edges(this.byDescriptor.get(key)));
    for (const entry of this.entries) {
      const key = keyOf(entry);
      this.add(entry, { scope: scopes.get(key) ?? 'unknown', direct: isKnown ? this.direct.has(key) : null });
    }
    reportMissing(this.missing, this.result);
  }

  private index(entry: BerryEntry): void {
    for (const descriptor of entry.descriptors) {
      if (this.byDescriptor.has(descriptor)) report(this.result, `${quoteJson(descriptor)} stands here twice`, { line: entry.line });
      this.byDescriptor.set(descriptor, entry);
      const { name } = splitDescriptor(descriptor);
      const known = this.byName.get(name);
      if (known) known.push(entry);
      else this.byName.set(name, [entry]);
    }
  }

  /** The lock merges `devDependencies` into `dependencies`; the workspace's manifest separates them. */
  private addWorkspace(workspace: BerryEntry, roots: Roots): void {
    const folder = locatorOf(workspace).rest.slice('workspace:'.length);
    if (folder !== '.' && folder !== '') this.result.members?.push(folder);
    const manifest = manifestBeside(this.context, folder === '' ? 'package.json' : `${folder}/package.json`, this.result);
    const scopes = manifest && declaredScopes(manifest);
    for (const { name, range } of workspace.dependencies) {
      const scope = scopes?.get(name) ?? 'unknown';
      const keys = this.find(name, range);
      addRoots(roots, scope, keys);
      // The user of a workspace declares its peers. Without the manifest it is unknown whether the workspace declares
      // them as well.
      if (manifest || !workspace.peers.includes(name)) for (const key of keys) this.direct.add(key);
    }
  }

  /**
   * For a lock without its workspace, the direct dependencies come from the manifest beside it. False when there is
   * none.
   */
  private addManifest(roots: Roots): boolean {
    const manifest = manifestBeside(this.context, 'package.json', this.result);
    for (const { name, requirement, group, scope } of manifest?.dependencies ?? []) {
      if (group === 'peerDependencies' && !this.byName.has(name)) continue;
      const keys = this.find(name, requirement);
      addRoots(roots, scope, keys);
      for (const key of keys) this.direct.add(key);
    }
    return manifest !== undefined;
  }

  private edges(entry: BerryEntry | undefined): string[] {
    if (!entry || locatorOf(entry).rest.startsWith('workspace:')) return [];
    return entry.dependencies.flatMap(({ name, range }) => this.find(name, range));
  }

  /**
   * Locks before version 8 leave `npm:` out of ranges. `resolutions` change the descriptors: then all versions of the
   * name are returned.
   */
  private find(name: string, range: string): string[] {
    const exact = this.byDescriptor.get(`${name}@${range}`) ?? this.byDescriptor.get(`${name}@npm:${range}`);
    if (exact) return [keyOf(exact)];
    const known = this.byName.get(name);
    if (!known) this.missing.add(`${name}@${range}`);
    return (known ?? []).slice(0, MAX_CANDIDATES).map(keyOf);
  }

  private add(entry: BerryEntry, facts: { scope: DependencyScope; direct: boolean | null }): void {
    const { result } = this;
    const { version, line } = entry;
    const { name, rest } = locatorOf(entry);
    if (isFolder(rest.split('#', 1)[0] ?? '')) {
      result.local.push(name);
      return;
    }
    const source = sourceOfLocator(rest, name);
    addYarnPackage(
      result,
      { name, version, requirement: rest, key: keyOf(entry), line, source },
      { ...facts, edges: () => this.edges(entry) },
    );
  }
}

function keyOf(entry: BerryEntry): string {
  return entry.descriptors[0] ?? '';
}

function locatorOf(entry: BerryEntry): Descriptor {
  return splitDescriptor(entry.resolution ?? keyOf(entry));
}

/**
 * A patched package has the source of the package that it patches; the archive address of another registry is a
 * parameter of the locator.
 */
function sourceOfLocator(reference: string, name: string): ComponentSource | undefined {
  if (reference.startsWith('patch:')) {
    const { rest } = splitDescriptor(reference.slice('patch:'.length).split('#', 1)[0] ?? '');
    return sourceOfLocator(decoded(rest), name);
  }
  const archive = /::(?:.*&)?__archiveUrl=([^&]+)/.exec(reference)?.[1];
  if (archive !== undefined) return sourceOf(decoded(archive), name);
  return reference.startsWith('npm:') ? undefined : sourceOf(reference.split('::', 1)[0] ?? '', name);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
