import type { DependencyScope } from '../../../../model/component.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type ReadContext, type ReadResult, type SourceFile } from '../../../reader.js';
import { exactMavenVersion, isCoordinate } from '../../entries/maven-coordinates.js';
import { lineage, parseModel } from './maven-inheritance.js';
import { Interpolation } from './maven-interpolation.js';
import type { MavenDependency, MavenModel, MavenSection } from './maven-model.js';

/**
 * Reads a POM in the order in which Maven builds the effective model: profiles, inheritance, interpolation, management.
 */
export function readMavenProject(file: SourceFile, context: ReadContext): ReadResult {
  const result = emptyResult();
  const own = parseModel(file, result.issues);
  const models = lineage(own, context, result.issues);
  const sections = models.flatMap(sectionsOf);
  const project = coordinatesOf(own);
  const effective = new EffectiveSections(sections, project);
  effective.addTo(result);
  for (const profile of own.profiles) {
    if (profile.activeByDefault || profile.dependencies.length === 0) continue;
    new EffectiveSections([profile, ...sections], project).addProfileTo(result, profile);
  }
  addOwnName(result, effective, project);
  return result;
}

/**
 * A profile that is active by default counts as part of its model and overrides it; the nearest section comes first.
 */
function sectionsOf(model: MavenModel): MavenSection[] {
  return [...model.profiles.filter((profile) => profile.activeByDefault).reverse(), model];
}

/** The values of `${project.…}`; group and version are inherited. */
function coordinatesOf({ groupId, artifactId, version, parent }: MavenModel): ReadonlyMap<string, string> {
  return new Map([
    ['groupId', groupId || (parent?.groupId ?? '')],
    ['artifactId', artifactId],
    ['version', version || (parent?.version ?? '')],
    ['parent.groupId', parent?.groupId ?? ''],
    ['parent.artifactId', parent?.artifactId ?? ''],
    ['parent.version', parent?.version ?? ''],
  ]);
}

function addOwnName(result: ReadResult, effective: EffectiveSections, project: ReadonlyMap<string, string>): void {
  const [groupId, artifactId] = ['groupId', 'artifactId'].map((name) => effective.text(project.get(name) ?? ''));
  if (groupId && artifactId && isCoordinate(groupId) && isCoordinate(artifactId)) result.local.push(`${groupId}:${artifactId}`);
}

/** The sections of a model and its parents, nearest first, with their properties resolved. */
class EffectiveSections {
  private readonly interpolation: Interpolation;
  private readonly managed = new Map<string, MavenDependency>();

  constructor(
    private readonly sections: readonly MavenSection[],
    private readonly project: ReadonlyMap<string, string>,
  ) {
    const properties = new Map([...sections].reverse().flatMap((section) => [...section.properties]));
    this.interpolation = new Interpolation(properties, project);
    for (const dependency of sections.flatMap((section) => section.managed)) {
      const key = this.keyOf(dependency);
      if (!this.managed.has(key)) this.managed.set(key, dependency);
    }
  }

  /** The text with its properties replaced, or undefined. */
  text(raw: string): string | undefined {
    return this.interpolation.resolve(raw);
  }

  /** Of two declarations in one section the last wins, of two sections the nearest. */
  addTo(result: ReadResult): void {
    for (const bom of this.managed.values()) if (this.text(bom.scope) === 'import') this.noteImport(result, bom);
    const taken = new Set<string>();
    for (const section of this.sections) this.addSection(result, section, taken, () => undefined);
  }

  /** Dependencies of a profile that is not active by default are optional. */
  addProfileTo(result: ReadResult, profile: MavenSection): void {
    this.addSection(result, profile, new Set(), (scope) => (scope === 'prod' ? 'optional' : undefined));
  }

  private addSection(
    result: ReadResult,
    { dependencies }: MavenSection,
    taken: Set<string>,
    rescope: (scope: DependencyScope) => DependencyScope | undefined,
  ): void {
    const own = new Map<string, MavenDependency>();
    for (const dependency of dependencies) {
      const key = this.keyOf(dependency);
      if (own.has(key)) noteTwice(result, dependency);
      own.set(key, dependency);
    }
    for (const [key, dependency] of own) {
      if (taken.has(key)) continue;
      taken.add(key);
      this.add(result, dependency, rescope);
    }
  }

  private add(result: ReadResult, dependency: MavenDependency, rescope: (scope: DependencyScope) => DependencyScope | undefined): void {
    const managed = this.managed.get(this.keyOf(dependency));
    const requirement = dependency.version || (managed?.version ?? '');
    const scope = this.scopeOf(dependency, managed);
    const [groupId, artifactId] = [this.text(dependency.groupId), this.text(dependency.artifactId)];
    const { path, line } = dependency;
    const facts = { path, line, direct: true, scope: rescope(scope) ?? scope };
    const version = exactMavenVersion(this.text(requirement) ?? '');
    if (groupId !== undefined && artifactId !== undefined && !(isCoordinate(groupId) && isCoordinate(artifactId))) {
      result.issues.push({ kind: 'invalid_entry', reason: `${quoteJson(`${groupId}:${artifactId}`)} is no name of a package`, path, line });
    } else if (groupId === undefined || artifactId === undefined || version === undefined) {
      const name = `${groupId ?? dependency.groupId}:${artifactId ?? dependency.artifactId}`;
      result.unresolved.push({ ...facts, name, requirement: this.text(requirement) ?? requirement });
    } else {
      const file = this.systemFile(dependency);
      result.packages.push({
        ...facts,
        name: `${groupId}:${artifactId}`,
        version,
        ...(this.isOwnRelease(requirement, version) && { sameRelease: true as const }),
        ...(file && { source: { kind: 'file' as const, url: file } }),
      });
    }
  }

  /**
   * True when a module requires its own release by `${project.version}`, or by the property that its own version is
   * made of.
   */
  private isOwnRelease(requirement: string, version: string): boolean {
    return requirement.includes('${') && version === this.text(this.project.get('version') ?? '');
  }

  private noteImport(result: ReadResult, { groupId, artifactId, version, path, line }: MavenDependency): void {
    const name = [groupId, artifactId, version].map((part) => this.text(part) ?? part).join(':');
    const reason = `imported BOM ${quoteJson(name)} is not at hand, so what it manages is unresolved`;
    result.issues.push({ kind: 'missing_include', reason, path, line, note: true });
  }

  /** Scope `test` is for development; dependencies of all other scopes end up in the product or where it runs. */
  private scopeOf(dependency: MavenDependency, managed: MavenDependency | undefined): DependencyScope {
    const scope = this.text(dependency.scope || (managed?.scope ?? ''));
    if (scope === 'test') return 'dev';
    return this.text(dependency.optional || (managed?.optional ?? '')) === 'true' ? 'optional' : 'prod';
  }

  /** A system dependency is a local file that is never looked up in a repository. */
  private systemFile({ scope, systemPath }: MavenDependency): string | undefined {
    return this.text(scope) === 'system' && systemPath !== '' ? (this.text(systemPath) ?? systemPath) : undefined;
  }

  /** Management matches a declaration with the same group, artifact, type and classifier. */
  private keyOf({ groupId, artifactId, type, classifier }: MavenDependency): string {
    return [groupId, artifactId, type || 'jar', classifier].map((part) => this.text(part) ?? part).join(':');
  }
}

function noteTwice(result: ReadResult, { groupId, artifactId, path, line }: MavenDependency): void {
  const reason = `${quoteJson(`${groupId}:${artifactId}`)} is declared twice; Maven takes the last`;
  result.issues.push({ kind: 'ambiguous', reason, path, line, note: true });
}
