import type { ComponentSource, DependencyScope } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { quoteJson } from '../../../quote.js';
import {
  emptyResult,
  type LockfileReader,
  type PackageRecord,
  type ReadContext,
  type ReadResult,
  type SourceFile,
} from '../../../reader.js';
import { isFolder, readGitAddress, sourceOf } from '../../entries/npm/npm-address.js';
import { isName } from '../../entries/npm/npm-names.js';
import { readRegistries } from '../../entries/npm/npm-registries.js';
import { addRoots, type Roots, scopesByReach } from '../../entries/reachability.js';
import { report, reportMissing } from '../../entries/report.js';
import { isVersion } from '../../entries/version.js';
import { flowMembers } from '../../syntax/yaml-flow.js';
import { YamlLines } from '../../syntax/yaml-lines.js';
import { type PnpmDocument, type PnpmEntry, readPnpmDocument } from './pnpm-document.js';
import { type DependencyPath, type PathStyle, pathStyle } from './pnpm-paths.js';

/** pnpm's lock. It is read with our own line reader, because a YAML library takes seconds for ten thousand packages. */
export const pnpmLock: LockfileReader = {
  id: 'pnpm-lock',
  title: 'pnpm-lock.yaml (pnpm 3–11, lockfileVersion 5.x, 6.x, 7 and 9)',
  ecosystem: 'npm',
  kind: 'lock',
  matches: (path) => path === 'pnpm-lock.yaml' || path.endsWith('/pnpm-lock.yaml'),
  recognises: (head) => /^lockfileVersion:/m.test(head),
  read: readPnpmLock,
};

function readPnpmLock(file: SourceFile, context: ReadContext): ReadResult {
  const text = file.text();
  if (text.trim() === '') throw new InputError({ where: file.path, message: 'empty file, expected a pnpm lockfile' });
  const lines = new YamlLines(text, file.path);
  const result: ReadResult = { ...emptyResult(), members: [] };
  for (let document = readPnpmDocument(lines); document; document = readPnpmDocument(lines)) {
    addDocument(document, file.path, result);
  }
  for (const { line, reason } of lines.problems) report(result, reason, { kind: 'unparsable', line });
  readRegistries(context, result);
  return result;
}

function addDocument(document: PnpmDocument, where: string, result: ReadResult): void {
  const { line } = document;
  if (document.version === '') throw new InputError({ where, line, message: 'no lockfileVersion, so not a pnpm lockfile' });
  const style = pathStyle(document.version);
  if (!style) {
    const message = `lockfileVersion ${quoteJson(document.version)} is none of 5, 6, 7 and 9`;
    throw new InputError({ where, line, issue: 'unsupported_version', message });
  }
  for (const { key, line: at } of document.unknown) {
    report(result, `section ${quoteJson(key)} is unknown`, { line: at, ...(/^[A-Za-z]+$/.test(key) && { note: true }) });
  }
  new PnpmReading(document, style, result).run();
}

/** Joins the sections of one document: importers lead to packages, and from version 9 on snapshots hold the edges. */
class PnpmReading {
  /** Paths, without peers, of the direct dependencies of the workspace. */
  private readonly direct = new Set<string>();
  private readonly roots: Roots = {};
  private readonly missing = new Set<string>();

  constructor(
    private readonly document: PnpmDocument,
    private readonly style: PathStyle,
    private readonly result: ReadResult,
  ) {}

  run(): void {
    const { document, result } = this;
    for (const { path } of document.importers) if (path !== '.') result.members?.push(path);
    this.readImporters();
    const edges = this.edges();
    const hasSnapshots = document.snapshots.size > 0 || Number.parseInt(document.version, 10) >= 7;
    if (hasSnapshots) this.compareSections();
    const scopes = hasSnapshots ? this.reach() : undefined;
    for (const entry of document.packages.values()) {
      const scope = scopes ? (scopes.get(this.style.bare(entry.path)) ?? 'unknown') : statedScope(entry);
      this.add(entry, { scope, dependencies: edges.get(this.style.bare(entry.path)) ?? [] });
    }
    reportMissing(this.missing, result);
  }

  private readImporters(): void {
    for (const { dependencies } of this.document.importers) {
      for (const { name, reference, scope } of dependencies) {
        const path = this.follow(name, reference);
        if (path === undefined) continue;
        this.direct.add(this.style.bare(path));
        addRoots(this.roots, scope, [path]);
      }
    }
  }

  /** The path if it is in this file; undefined for links (to members of the project) and for missing ones. */
  private follow(name: string, reference: string): string | undefined {
    const { document, style, result } = this;
    const path = style.resolve(name, reference);
    if (path === undefined) result.local.push(name);
    else if (document.snapshots.has(path) || document.packages.has(path)) return path;
    else if (document.packages.has(style.bare(path))) return style.bare(path);
    else if (reference.startsWith('file:')) result.local.push(name);
    else if (!document.packages.has(reference)) this.missing.add(path);
    return undefined;
  }

  /** Edges by the path without peers: a package has those of all its snapshots. */
  private edges(): Map<string, string[]> {
    const edges = new Map<string, string[]>();
    for (const entries of [this.document.packages, this.document.snapshots]) {
      for (const entry of entries.values()) {
        if (entry.dependencies.length === 0) continue;
        const bare = this.style.bare(entry.path);
        const known = edges.get(bare) ?? [];
        edges.set(bare, known);
        for (const { name, reference } of entry.dependencies) {
          const path = this.follow(name, reference);
          if (path !== undefined) known.push(this.style.bare(path));
        }
      }
    }
    return edges;
  }

  /**
   * From version 9 on there is no mark `dev`; a development dependency is one that only development dependencies lead
   * to.
   */
  private reach(): Map<string, DependencyScope> {
    const { snapshots, packages } = this.document;
    const scopes = scopesByReach(this.roots, (path) => {
      const entry = snapshots.get(path) ?? packages.get(path);
      return entry ? entry.dependencies.flatMap(({ name, reference }) => this.quietly(name, reference)) : [];
    });
    return byBarePath(scopes, this.style, snapshots);
  }

  private quietly(name: string, reference: string): string[] {
    const path = this.style.resolve(name, reference);
    if (path === undefined) return [];
    return this.document.snapshots.has(path) ? [path] : [this.style.bare(path)];
  }

  /**
   * Each package has a snapshot and each snapshot a package; a difference shows that the file was cut off or edited.
   */
  private compareSections(): void {
    const { packages, snapshots } = this.document;
    const bare = new Set<string>();
    for (const { path, line } of snapshots.values()) {
      const key = this.style.bare(path);
      bare.add(key);
      if (packages.has(key)) continue;
      report(this.result, `snapshot ${quoteJson(path)} has no entry under packages`, { line });
      packages.set(key, { path: key, line, resolution: '', optional: false, dependencies: [] });
    }
    const lone = [...packages.values()].find((entry) => !bare.has(entry.path));
    if (lone) report(this.result, `package ${quoteJson(lone.path)} has no entry under snapshots`, { line: lone.line });
  }

  private add(entry: PnpmEntry, facts: { scope: DependencyScope; dependencies: string[] }): void {
    const { result } = this;
    const parsed = this.style.parse(entry.path);
    const resolution = flowMembers(entry.resolution);
    const name = entry.name ?? parsed.name;
    const version = entry.version ?? parsed.version ?? null;
    const { path, line } = entry;
    const key = this.style.bare(path);
    const direct = this.direct.has(key);
    if (isLocal(resolution, parsed)) {
      result.local.push(name ?? path);
      return;
    }
    const source = sourceOfEntry(resolution, parsed, name ?? '');
    if (name === undefined || (version === null && source === undefined)) {
      result.unresolved.push({ name: name ?? path, requirement: parsed.reference ?? '', line, scope: facts.scope, direct });
      return;
    }
    if (!isName(name) || (version !== null && !isVersion(version))) {
      report(result, `${quoteJson(path)} is no name and version`, { line });
      return;
    }
    const record: PackageRecord = { name, version, key, line, direct, ...facts };
    if (source) record.source = source;
    const integrity = resolution.get('integrity');
    if (integrity !== undefined) record.integrity = integrity;
    result.packages.push(record);
  }
}

function statedScope(entry: PnpmEntry): DependencyScope {
  if (entry.dev === undefined) return 'unknown';
  if (entry.dev) return 'dev';
  return entry.optional ? 'optional' : 'prod';
}

function byBarePath(
  scopes: ReadonlyMap<string, DependencyScope>,
  style: PathStyle,
  snapshots: ReadonlyMap<string, PnpmEntry>,
): Map<string, DependencyScope> {
  const strength: readonly DependencyScope[] = ['prod', 'optional', 'unknown', 'dev'];
  const bare = new Map<string, DependencyScope>();
  for (const [path, reached] of scopes) {
    const scope = reached === 'prod' && snapshots.get(path)?.optional ? 'optional' : reached;
    const known = bare.get(style.bare(path));
    if (known === undefined || strength.indexOf(scope) < strength.indexOf(known)) bare.set(style.bare(path), scope);
  }
  return bare;
}

function isLocal(resolution: ReadonlyMap<string, string>, { reference }: DependencyPath): boolean {
  if (resolution.get('type') === 'directory' || resolution.has('directory')) return true;
  return resolution.size === 0 && reference !== undefined && isFolder(reference);
}

function sourceOfEntry(
  resolution: ReadonlyMap<string, string>,
  { host, reference, version }: DependencyPath,
  name: string,
): ComponentSource | undefined {
  const repository = resolution.get('repo');
  if (repository !== undefined) return readGitAddress(`${repository}#${resolution.get('commit') ?? ''}`);
  const tarball = resolution.get('tarball');
  if (tarball !== undefined) return sourceOf(tarball, name);
  if (host !== undefined && version !== undefined) return sourceOf(`https://${host}/${name}/-/`, name);
  return reference === undefined ? undefined : sourceOf(reference, name);
}
