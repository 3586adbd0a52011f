import { InputError } from '../../../../support/errors.js';
import { stepBetween } from '../../../../support/one-step.js';
import { parseXmlFile, type XmlElement } from '../../../../support/xml.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type ReadContext, type ReadResult, type SourceFile } from '../../../reader.js';
import { exactNugetVersion, isNugetId } from '../../entries/nuget/nuget-identity.js';
import { localName } from '../../syntax/xml-children.js';
import { type MsbuildItem, ProjectEvaluation } from './msbuild-evaluation.js';

/** Items that make NuGet fetch a package for the project. Item names are case-insensitive. */
const REFERENCES = new Set(['packagereference', 'globalpackagereference', 'packagedownload', 'dotnetclitoolreference']);

/** Items may have any name, so an unknown one is only reported when it differs from a reference's by one letter. */
function isSlip(kind: string): boolean {
  return [...REFERENCES, 'packageversion'].some((reference) => stepBetween(reference, kind) !== undefined);
}

/**
 * Metadata of references that NuGet knows ("PackageReference in project files"); any other may be a misspelt version.
 */
const METADATA = new Set(
  [
    ...['Include', 'Exclude', 'Update', 'Remove', 'Version', 'VersionOverride', 'Condition', 'Label', 'Aliases', 'NoWarn', 'Publish'],
    ...['PrivateAssets', 'IncludeAssets', 'ExcludeAssets', 'GeneratePathProperty', 'IsImplicitlyDefined', 'AllowExplicitReference'],
    ...['ReferenceOutputAssembly', 'OutputItemType', 'TreatAsUsed', 'Pack', 'CopyLocal', 'Sha512', 'TargetFramework', 'xmlns'],
  ].map((name) => name.toLowerCase()),
);

const NAMING = ['Include', 'Update', 'Remove'];

/**
 * Reads a project's package references, with versions from wherever the evaluation finds them. `central`: the file
 * holds shared settings and there is no project with it, so its central versions are taken as references.
 */
export function readMsbuildProject(file: SourceFile, context: ReadContext, central = false): ReadResult {
  const result = emptyResult();
  const root = parseXmlFile(file);
  if (localName(root) !== 'Project') throw new InputError({ where: file.path, line: root.line, message: 'expected the element Project' });
  const evaluation = new ProjectEvaluation(context, result.issues, { root, path: file.path });
  evaluation.run();
  const references = new References(result, evaluation);
  if (central) references.addCentral();
  references.add();
  return result;
}

/** A reference to a package, with every requirement that conditions allow. */
interface Reference {
  item: MsbuildItem;
  name: string;
  requirements: readonly string[];
}

class References {
  private readonly references: Reference[] = [];
  /** Requirements of `PackageReference Update` and of `PackageVersion`, by id in lower case. */
  private readonly updates = new Map<string, readonly string[]>();
  private readonly central = new Map<string, readonly string[]>();

  constructor(
    private readonly result: ReadResult,
    private readonly evaluation: ProjectEvaluation,
  ) {}

  /** Treats each central version as a reference to its package; call it before `add`. */
  addCentral(): void {
    for (const item of this.evaluation.items) {
      if (localName(item.element).toLowerCase() !== 'packageversion') continue;
      for (const name of this.namesIn(item, ['Include']))
        this.references.push({ item, name, requirements: this.requirementsOf(item.element) });
    }
  }

  add(): void {
    for (const item of this.evaluation.items) this.takeItem(item, localName(item.element).toLowerCase());
    for (const reference of this.references) this.addReference(reference);
    for (const { name, version, path, line } of this.evaluation.sdks) {
      if (isNugetId(name)) this.addVersion(name, version, { path, line });
      else this.result.issues.push({ kind: 'invalid_entry', reason: `the SDK ${quoteJson(name)} names no package`, path, line });
    }
  }

  private takeItem(item: MsbuildItem, kind: string): void {
    if (kind === 'projectreference') this.takeProject(item);
    else if (kind === 'packageversion') this.takeCentral(item);
    else if (REFERENCES.has(kind)) {
      this.remove(item);
      for (const name of this.namesIn(item, ['Update'])) this.update(item, name);
      for (const name of this.namesIn(item, ['Include']))
        this.references.push({ item, name, requirements: this.requirementsOf(item.element) });
      this.leaveOpen(item);
      for (const name of Object.keys(item.element.attributes)) if (!METADATA.has(name.toLowerCase())) this.noteMetadata(item, name);
      this.refuseNameless(item);
    } else if (isSlip(kind)) this.refuse(item, 'is one slip away from a reference to a package');
    else if (this.requirementsOf(item.element).length > 0) this.refuse(item, 'states a version, yet is no reference to a package');
  }

  private takeCentral(item: MsbuildItem): void {
    for (const name of this.namesIn(item, ['Include', 'Update'])) this.declare(this.central, name, item);
    this.refuseNameless(item);
  }

  private refuseNameless(item: MsbuildItem): void {
    if (!NAMING.some((name) => attribute(item.element, name) !== undefined)) this.refuse(item, 'names no package');
  }

  private noteMetadata({ element, path }: MsbuildItem, name: string): void {
    const reason = `unknown metadata ${quoteJson(name)} of a reference`;
    this.result.issues.push({ kind: 'invalid_entry', reason, path, line: element.line, note: true });
  }

  private refuse({ element, path }: MsbuildItem, problem: string): void {
    this.result.issues.push({
      kind: 'invalid_entry',
      reason: `the item ${quoteJson(localName(element))} ${problem}`,
      path,
      line: element.line,
    });
  }

  /** A conditional removal is ignored, because the package may stay. */
  private remove(item: MsbuildItem): void {
    if (item.conditional || attribute(item.element, 'Remove') === undefined) return;
    const names = new Set(this.namesIn(item, ['Remove']).map((name) => name.toLowerCase()));
    const kept = this.references.filter(({ name }) => !names.has(name.toLowerCase()));
    this.references.splice(0, this.references.length, ...kept);
  }

  /**
   * In the project itself, an update without a reference concerns a reference that the SDK adds; in other files it may
   * concern other projects.
   */
  private update(item: MsbuildItem, name: string): void {
    this.declare(this.updates, name, item);
    const isKnown = this.references.some((reference) => reference.name.toLowerCase() === name.toLowerCase());
    if (item.isOfProject && !isKnown) this.references.push({ item, name, requirements: [] });
  }

  private declare(declared: Map<string, readonly string[]>, name: string, item: MsbuildItem): void {
    const key = name.toLowerCase();
    const requirements = this.requirementsOf(item.element);
    const known = item.conditional ? (declared.get(key) ?? []) : [];
    if (requirements.length > 0) declared.set(key, [...known, ...requirements]);
  }

  private takeProject({ element }: MsbuildItem): void {
    const file = (attribute(element, 'Include') ?? '').split(/[\\/]/).at(-1) ?? '';
    const name = file.replace(/\.[^.]*proj$/i, '');
    if (isNugetId(name)) this.result.local.push(name);
  }

  /** A name with a property of unknown value stands for an unknown package. */
  private leaveOpen({ element, path }: MsbuildItem): void {
    const stated = attribute(element, 'Include')?.trim() ?? '';
    if (stated === '' || this.evaluation.properties.expand(stated).length > 0) return;
    const [requirement = ''] = this.requirementsOf(element);
    this.result.unresolved.push({ name: stated, requirement, scope: 'unknown', direct: true, path, line: element.line });
  }

  /** Ids of a list separated by semicolons. A list without ids is an issue; with an unknown property there are none. */
  private namesIn({ element, path }: MsbuildItem, attributes: readonly string[]): string[] {
    const stated = attributes.map((name) => attribute(element, name) ?? '').find((text) => text.trim() !== '');
    if (stated === undefined) return [];
    const values = this.evaluation.properties.expand(stated);
    if (values.length === 0) return this.noteUnknown({ element, path }, stated);
    const names = values.flatMap((value) => value.split(';')).map((name) => name.trim());
    const ids = names.filter(isNugetId);
    if (ids.length === 0 || names.some((name) => name !== '' && !isNugetId(name)))
      this.result.issues.push({ kind: 'invalid_entry', reason: `${quoteJson(stated)} names no package`, path, line: element.line });
    return ids;
  }

  private noteUnknown({ element, path }: Pick<MsbuildItem, 'element' | 'path'>, stated: string): [] {
    const reason = `which package ${quoteJson(stated)} names is known only when the project is built`;
    this.result.issues.push({ kind: 'unresolved', reason, path, line: element.line, note: true });
    return [];
  }

  /**
   * The version as written: an override of the central version before the plain version, as attribute or element;
   * elements may be conditional.
   */
  private requirementsOf(element: XmlElement): string[] {
    for (const name of ['VersionOverride', 'Version']) {
      const inside = element.children.filter((child) => localName(child).toLowerCase() === name.toLowerCase());
      const texts = [attribute(element, name) ?? '', ...inside.map((child) => child.text)].map((text) => text.trim());
      const found = texts.filter((text) => text !== '');
      if (found.length > 0) return found;
    }
    return [];
  }

  private addReference({ item, name, requirements }: Reference): void {
    const key = name.toLowerCase();
    const own = [...requirements, ...(this.updates.get(key) ?? [])];
    const stated = own.length > 0 ? own : (this.central.get(key) ?? ['']);
    for (const requirement of new Set(stated)) this.addVersion(name, requirement, { path: item.path, line: item.element.line });
  }

  /** Each value that conditions allow counts; `PackageDownload` lists several versions separated by semicolons. */
  private addVersion(name: string, requirement: string, place: { path: string; line: number }): void {
    const facts = { name, scope: 'unknown' as const, direct: true, ...place };
    const values = this.evaluation.properties.expand(requirement);
    if (values.length === 0) this.result.unresolved.push({ ...facts, requirement });
    for (const value of values.flatMap((text) => text.split(';'))) {
      const version = exactNugetVersion(value);
      if (version === undefined) this.result.unresolved.push({ ...facts, requirement: value.trim() });
      else this.result.packages.push({ ...facts, version });
    }
  }
}

/** Attributes that are metadata of an item are case-insensitive. */
function attribute(element: XmlElement, name: string): string | undefined {
  const key = Object.keys(element.attributes).find((found) => found.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : element.attributes[key];
}
