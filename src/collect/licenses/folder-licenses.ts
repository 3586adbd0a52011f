import { ecosystemOf } from '../../ecosystems/registry.js';
import type { Component } from '../../model/component.js';
import { parseExpression } from '../../support/licenses/expression.js';
import type { Turns } from '../../support/turns.js';
import type { Files } from '../../system/files.js';
import { componentLicenses } from '../component-licenses.js';
import type { Root } from '../source-file.js';
import { DependencyDisk } from './disk.js';
import { type InstalledFinder, type InstalledPackage, installedFinders, type Wanted } from './installed.js';
import { LicenseTexts } from './license-texts.js';
import { LicenseRemarks } from './remarks.js';

/**
 * Gives components of lockfiles and manifests the licences that the packages installed beside them name, or whose texts lie with
 * them. The version must be the component's. It makes no components. Returns remarks: what a text told, and where it says something
 * else than the package's own metadata. `compareAll`: also where the metadata name a licence, which takes the time to read every text.
 */
export async function addFolderLicenses(
  files: Files,
  roots: readonly Root[],
  components: readonly Component[],
  { turns, compareAll }: { turns: Turns; compareAll: boolean },
): Promise<string[]> {
  const isWanted = compareAll ? ({ version }: Component) => version !== null : isOpen;
  const search = new LicenseSearch(new DependencyDisk(files), turns, isWanted);
  for (const [project, wanted] of byProject(roots, components.filter(isWanted))) await search.project(project, wanted);
  return search.remarks();
}

/** True where the evidence names no licence, or with a word that is not one. */
function isOpen({ version, licenses: [only, second] }: Component): boolean {
  return version !== null && (only === undefined || (second === undefined && !isExpression(only)));
}

const expressions = new Map<string, boolean>();

/** Most components have one of a few dozen licences. */
function isExpression(text: string): boolean {
  const known = expressions.get(text);
  if (known !== undefined) return known;
  if (expressions.size > MOST_KNOWN) expressions.clear();
  const is = parseExpression(text) !== undefined;
  expressions.set(text, is);
  return is;
}

const MOST_KNOWN = 10_000;

/** The components that each project's folder may tell something about, by its absolute path: the folder of the file, and the root. */
function byProject(roots: readonly Root[], components: readonly Component[]): Map<string, Component[]> {
  const longestFirst = [...roots].sort((a, b) => b.prefix.length - a.prefix.length);
  const known = new Set(installedFinders.map(({ purlType }) => purlType));
  const projects = new Map<string, Component[]>();
  for (const component of components) {
    if (!known.has(purlTypeOf(component))) continue;
    const folders = new Set<string>();
    for (const { path, layer } of component.locations) {
      const root = layer === undefined ? longestFirst.find(({ prefix }) => path.startsWith(prefix)) : undefined;
      if (root === undefined) continue;
      const below = path.slice(root.prefix.length, Math.max(root.prefix.length, path.lastIndexOf('/')));
      if (below !== '') folders.add(`${root.absolute}/${below}`);
      folders.add(root.absolute);
    }
    for (const folder of folders) {
      const list = projects.get(folder);
      if (list) list.push(component);
      else projects.set(folder, [component]);
    }
  }
  return projects;
}

function purlTypeOf({ ecosystem }: Component): string {
  return ecosystemOf(ecosystem)?.purlType ?? '';
}

/** Components of one kind that are looked for in one project. */
class Sought implements Wanted {
  private readonly byKey = new Map<string, Component[]>();
  private readonly names = new Set<string>();

  constructor(components: readonly Component[]) {
    for (const component of components) {
      const key = `${component.name}@${component.version}`;
      this.names.add(component.name);
      this.byKey.set(key, [...(this.byKey.get(key) ?? []), component]);
    }
  }

  get size(): number {
    return this.byKey.size;
  }

  has(name: string, version: string): boolean {
    return this.byKey.has(`${name}@${version}`);
  }

  hasName(name: string): boolean {
    return this.names.has(name);
  }

  take({ name, version }: InstalledPackage): readonly Component[] {
    const key = `${name}@${version}`;
    const found = this.byKey.get(key) ?? [];
    this.byKey.delete(key);
    return found;
  }
}

class LicenseSearch {
  private readonly texts: LicenseTexts;
  private readonly told = new LicenseRemarks();

  constructor(
    private readonly disk: DependencyDisk,
    private readonly turns: Turns,
    private readonly isWanted: (component: Component) => boolean,
  ) {
    this.texts = new LicenseTexts(disk);
  }

  async project(project: string, components: readonly Component[]): Promise<void> {
    const wantedHere = components.filter(this.isWanted);
    const folders = wantedHere.length === 0 ? new Set<string>() : new Set(this.disk.folders(project));
    for (const finder of installedFinders) {
      const wanted = new Sought(wantedHere.filter((component) => purlTypeOf(component) === finder.purlType));
      if (wanted.size > 0 && finder.isNear(folders)) await this.look(finder, project, wanted);
    }
  }

  private async look(finder: InstalledFinder, project: string, wanted: Sought): Promise<void> {
    for (const found of finder.find(project, this.disk, wanted)) {
      for (const component of wanted.take(found)) await this.judge(component, found, project);
      if (this.turns.isOver) await this.turns.pass();
    }
  }

  /** What is declared wins over what is found. */
  private async judge(component: Component, found: InstalledPackage, project: string): Promise<void> {
    if (component.licenses.length === 0) component.licenses = componentLicenses(component.ecosystem, found.licenses);
    if (!this.isWanted(component)) return;
    const [declared] = component.licenses;
    const file = /^SEE LICEN[CS]E IN (.+)$/i.exec(declared ?? '')?.[1] ?? found.textFile;
    const text = await (file === undefined ? this.texts.inFolder(found.folder, project) : this.texts.named(found.folder, file, project));
    if (text === undefined) return;
    if (declared !== undefined && (file === undefined || !isOpen(component))) this.told.compare(labelOf(component), declared, text);
    else {
      component.licenses = [text.expression];
      this.told.told(labelOf(component), text);
    }
  }

  remarks(): string[] {
    const { disk, texts, told } = this;
    const isCut = disk.isExhausted || texts.isExhausted;
    return [...told.lines(), ...(isCut ? ['too many dependencies lie beside the lockfiles: not all were asked for licences'] : [])];
  }
}

function labelOf({ name, version }: Component): string {
  return `${name}@${version}`;
}
