import type { DependencyScope } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type LockfileReader, type ReadContext, type ReadResult, type SourceFile } from '../../../reader.js';
import { isFolder, sourceOf } from '../../entries/npm/npm-address.js';
import { manifestBeside, type NpmManifest } from '../../entries/npm/npm-manifest.js';
import { splitDescriptor, unalias } from '../../entries/npm/npm-names.js';
import { readRegistries } from '../../entries/npm/npm-registries.js';
import { workspaceMembers } from '../../entries/npm/workspace-manifests.js';
import { addYarnPackage } from '../../entries/npm/yarn-package.js';
import { addRoots, type Roots, scopesByReach } from '../../entries/reachability.js';
import { report, reportMissing } from '../../entries/report.js';
import { readYarnEntries, type YarnEntry } from './yarn-classic-entries.js';

/**
 * The lock of Yarn 1. It holds nothing about its project, so direct and development dependencies come from the
 * manifests beside it.
 */
export const yarnClassic: LockfileReader = {
  id: 'yarn-classic',
  title: 'yarn.lock (Yarn 1)',
  ecosystem: 'npm',
  kind: 'lock',
  matches: (path) => path === 'yarn.lock' || path.endsWith('/yarn.lock'),
  sniff: isClassic,
  recognises: isClassic,
  read: readYarnClassic,
};

/**
 * True for Yarn 1's first line, or for an entry in its form: patterns followed by a colon, and a version without one.
 */
function isClassic(head: string): boolean {
  return /^# yarn lockfile v1\b/m.test(head) || /^"?[^\s"#{[<].*@.*:\r?\n {2}"?version"? "/m.test(head);
}

/** Limit for the versions of one name that are assumed for a dependency whose range is not in the lock. */
const MAX_CANDIDATES = 100;

function readYarnClassic(file: SourceFile, context: ReadContext): ReadResult {
  const text = file.text();
  if (text.trim() === '') throw new InputError({ where: file.path, message: 'empty file, expected a Yarn lockfile' });
  const { entries, problems } = readYarnEntries(text, file.path);
  const [problem] = problems;
  if (entries.length === 0 && problem) throw new InputError({ where: file.path, line: problem.line, message: problem.reason });
  const result: ReadResult = { ...emptyResult(), members: [] };
  for (const { line, reason } of problems) report(result, reason, { kind: 'unparsable', line });
  new ClassicReading(entries, projectOf(context, result), result).run();
  readRegistries(context, result);
  return result;
}

interface Project {
  manifests: NpmManifest[];
  /** Names of workspace members. Packages may depend on them, and then they are not in the lock. */
  members: Set<string>;
}

function projectOf(context: ReadContext, result: ReadResult): Project | undefined {
  const root = manifestBeside(context, 'package.json', result);
  if (!root) return undefined;
  const members = workspaceMembers(root.workspaces, context, result);
  for (const { folder, manifest } of members) {
    result.members?.push(folder);
    if (manifest.name !== undefined) result.local.push(manifest.name);
  }
  return {
    manifests: [root, ...members.map((member) => member.manifest)],
    members: new Set(members.flatMap(({ manifest }) => manifest.name ?? [])),
  };
}

class ClassicReading {
  private readonly byPattern = new Map<string, YarnEntry>();
  private readonly byName = new Map<string, YarnEntry[]>();
  private readonly missing = new Set<string>();

  constructor(
    private readonly entries: readonly YarnEntry[],
    private readonly project: Project | undefined,
    private readonly result: ReadResult,
  ) {}

  run(): void {
    for (const entry of this.entries) this.index(entry);
    const roots = this.roots();
    const direct = new Set(Object.values(roots).flat());
    const scopes = scopesByReach(roots, (key) => this.edges(this.byPattern.get(key)));
    for (const entry of this.entries) {
      const key = keyOf(entry);
      const isKnown = this.project !== undefined;
      this.add(entry, { scope: (isKnown && scopes.get(key)) || 'unknown', direct: isKnown ? direct.has(key) : null });
    }
    reportMissing(this.missing, this.result);
  }

  private index(entry: YarnEntry): void {
    for (const pattern of entry.patterns) {
      if (this.byPattern.has(pattern)) report(this.result, `${quoteJson(pattern)} stands here twice`, { line: entry.line });
      this.byPattern.set(pattern, entry);
      const { name } = splitDescriptor(pattern);
      const known = this.byName.get(name);
      if (known) known.push(entry);
      else this.byName.set(name, [entry]);
    }
  }

  private roots(): Roots {
    const roots: Roots = {};
    for (const { dependencies } of this.project?.manifests ?? []) {
      for (const { name, requirement, group, scope } of dependencies) {
        if (group === 'peerDependencies' && !this.byName.has(name)) continue;
        if (isFolder(requirement)) this.result.local.push(name);
        addRoots(roots, scope, this.find(name, requirement));
      }
    }
    return roots;
  }

  private edges(entry: YarnEntry | undefined): string[] {
    return (entry?.dependencies ?? []).flatMap(({ name, range }) => this.find(name, range));
  }

  /**
   * Looks up the exact pattern. `resolutions` change the patterns of the lock: then all versions of the name are
   * returned.
   */
  private find(name: string, range: string): string[] {
    const exact = this.byPattern.get(`${name}@${range}`) ?? this.byPattern.get(range === '' ? name : `${name}@npm:${range}`);
    if (exact) return [keyOf(exact)];
    const known = this.byName.get(name);
    if (!known && !this.project?.members.has(name) && !isFolder(range)) this.missing.add(`${name}@${range}`);
    return (known ?? []).slice(0, MAX_CANDIDATES).map(keyOf);
  }

  private add(entry: YarnEntry, facts: { scope: DependencyScope; direct: boolean | null }): void {
    const { result } = this;
    const { version, resolved, integrity, line } = entry;
    const { name: given, rest } = splitDescriptor(entry.patterns.find((pattern) => pattern.includes('@npm:')) ?? entry.patterns[0] ?? '');
    const { name } = unalias(given, rest);
    const isLocal = resolved === undefined && entry.patterns.some((pattern) => isFolder(splitDescriptor(pattern).rest));
    if (isLocal || resolved?.startsWith('link:')) {
      result.local.push(name);
      return;
    }
    const source = sourceOf(resolved ?? rest, name);
    addYarnPackage(
      result,
      { name, version, requirement: rest, key: keyOf(entry), line, source, integrity },
      { ...facts, edges: () => this.edges(entry) },
    );
  }
}

function keyOf(entry: YarnEntry): string {
  return entry.patterns[0] ?? '';
}
