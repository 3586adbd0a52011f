import { posix } from 'node:path';
import type { XmlElement } from '../../../../support/xml.js';
import { quoteJson } from '../../../quote.js';
import type { ReadContext, ReadIssue } from '../../../reader.js';
import { localName } from '../../syntax/xml-children.js';
import { fileAbove, type Imported, importedBy, parseImported } from './msbuild-imports.js';
import { Properties } from './msbuild-properties.js';

/** An item element in the order of evaluation. */
export interface MsbuildItem {
  element: XmlElement;
  /** The file that contains it. */
  path: string;
  /** True when the item, its group or the import of its file has a condition. */
  conditional: boolean;
  isOfProject: boolean;
}

/** An SDK that is itself a package, given as `Name/1.0` or by name and version. */
export interface MsbuildSdk {
  name: string;
  version: string;
  path: string;
  line: number;
}

interface Scope {
  path: string;
  folder: string;
  conditional: boolean;
}

/** Whether a condition holds, as far as can be known without MSBuild's command line. */
type ConditionResult = 'always' | 'maybe' | 'never';

const GROUP = new Set(['Condition', 'Label', 'xmlns']);

/** Attributes that elements with children may have (MSBuild, "Project file schema reference"). */
const ATTRIBUTES: Readonly<Record<string, ReadonlySet<string>>> = {
  PropertyGroup: GROUP,
  ItemGroup: GROUP,
  ImportGroup: GROUP,
  Choose: GROUP,
  When: GROUP,
  Otherwise: GROUP,
  Import: new Set(['Condition', 'Label', 'Project', 'Sdk', 'Version', 'MinimumVersion', 'xmlns']),
  Sdk: new Set(['Name', 'Version', 'MinimumVersion', 'xmlns']),
};

/** Limit for the files imported into one project; real ones have some dozens. */
const MAX_FILES = 1000;

/**
 * Evaluates one project with all its imports from the scanned folder, in MSBuild's order: properties first; items are
 * evaluated when all properties are known.
 */
export class ProjectEvaluation {
  readonly properties = new Properties();
  readonly items: MsbuildItem[] = [];
  readonly sdks: MsbuildSdk[] = [];
  private readonly seen = new Set<string>();

  constructor(
    private readonly context: ReadContext,
    private readonly issues: ReadIssue[],
    private readonly project: { root: XmlElement; path: string },
  ) {}

  /** Imports the `Directory.*` files before and after the project's own content, as the SDK does. */
  run(): void {
    const { root, path } = this.project;
    const name = posix.basename(path);
    this.properties.assign('MSBuildProjectDirectory', '.', false);
    this.properties.assign('MSBuildProjectName', name.slice(0, name.lastIndexOf('.')), false);
    this.importAbove('Directory.Build.props');
    this.importCentral();
    this.visit(root, { path, folder: '.', conditional: false });
    this.importAbove('Directory.Build.targets');
  }

  private importAbove(name: string): void {
    const found = fileAbove(name, '.', this.context);
    if (found) this.import(found, false);
  }

  /** `DirectoryPackagesPropsPath` names another file of central versions (NuGet, "Central Package Management"). */
  private importCentral(): void {
    const stated = this.properties.single('$(DirectoryPackagesPropsPath)')?.replaceAll('\\', '/');
    const file = stated ? this.context.sibling(stated) : undefined;
    if (stated && file) this.import({ file, folder: posix.dirname(stated) }, false);
    else this.importAbove('Directory.Packages.props');
  }

  /** A file is imported only once; MSBuild ignores the second import with a warning. */
  private import(imported: Imported, conditional: boolean): void {
    const { path } = imported.file;
    if (path === this.project.path || this.seen.has(path)) return;
    this.seen.add(path);
    if (this.seen.size > MAX_FILES) {
      if (this.seen.size === MAX_FILES + 1) this.issues.push({ kind: 'too_many', reason: `imports more than ${MAX_FILES} files` });
      return;
    }
    const root = parseImported(imported, this.issues);
    if (root) this.visit(root, { path, folder: imported.folder, conditional });
  }

  private visit(root: XmlElement, scope: Scope): void {
    if (localName(root) !== 'Project') {
      const { path } = scope;
      this.issues.push({ kind: 'unparsable', reason: 'expected the element Project', path, line: root.line });
      return;
    }
    this.enter(scope);
    for (const sdk of (root.attributes['Sdk'] ?? '').split(';')) {
      const [name = '', version = ''] = sdk.trim().split('/', 2);
      this.addSdk({ name, version, path: scope.path, line: root.line });
    }
    this.strayText(root, scope);
    for (const child of root.children) this.visitChild(child, scope);
  }

  private enter({ folder, path }: Scope): void {
    this.properties.assign('MSBuildThisFileDirectory', `${folder}/`, false);
    this.properties.assign('MSBuildThisFile', posix.basename(path), false);
  }

  /** A non-empty element that MSBuild does not know may be misspelt and contain packages. */
  private suspect(element: XmlElement, { path }: Scope): void {
    const what = localName(element);
    if (what === 'UsingTask' || what === 'ProjectExtensions' || what === 'ItemDefinitionGroup' || what === 'PropertyGroup') return;
    this.issues.push({ kind: 'invalid_entry', reason: `the element ${quoteJson(what)} is none of MSBuild's`, path, line: element.line });
  }

  private strayText({ text, line }: XmlElement, { path }: Scope): void {
    if (text.trim() === '') return;
    this.issues.push({ kind: 'invalid_entry', reason: `text that belongs to no element: ${quoteJson(text.trim())}`, path, line });
  }

  /** Groups and imports have few attributes; a misspelt `Condition` would change what counts. */
  private oddAttributes({ attributes, line }: XmlElement, known: ReadonlySet<string>, { path }: Scope): void {
    for (const name of Object.keys(attributes)) {
      if (!known.has(name))
        this.issues.push({ kind: 'invalid_entry', reason: `unknown attribute ${quoteJson(name)}`, path, line, note: true });
    }
  }

  private visitChild(element: XmlElement, scope: Scope): void {
    const known = ATTRIBUTES[localName(element)];
    if (known) this.oddAttributes(element, known, scope);
    const inner = { ...scope, conditional: scope.conditional || 'Condition' in element.attributes };
    switch (localName(element)) {
      case 'PropertyGroup':
        this.assignAll(element, scope.conditional);
        break;
      case 'ItemGroup':
        this.strayText(element, scope);
        for (const item of element.children) this.addItem(item, inner);
        break;
      case 'Import':
        this.followImport(element, scope, inner.conditional);
        break;
      case 'Sdk':
        this.addSdk({
          name: element.attributes['Name'] ?? '',
          version: element.attributes['Version'] ?? '',
          path: scope.path,
          line: element.line,
        });
        break;
      case 'Choose':
      case 'When':
      case 'Otherwise':
        for (const child of element.children) this.visitChild(child, { ...inner, conditional: true });
        break;
      case 'ImportGroup':
        for (const child of element.children) this.visitChild(child, inner);
        break;
      case 'Target':
        for (const group of element.children) for (const item of group.children) this.addItem(item, { ...inner, conditional: true });
        break;
      default:
        this.suspect(element, scope);
    }
  }

  private followImport(element: XmlElement, scope: Scope, conditional: boolean): void {
    const { Sdk: sdk, Version: version = '' } = element.attributes;
    if (sdk !== undefined) this.addSdk({ name: sdk, version, path: scope.path, line: element.line });
    const place = { context: this.context, properties: this.properties, issues: this.issues, path: scope.path, folder: scope.folder };
    for (const imported of importedBy(element, place)) this.import(imported, conditional);
    this.enter(scope);
  }

  private addSdk(sdk: MsbuildSdk): void {
    if (sdk.name !== '' && sdk.version !== '') this.sdks.push(sdk);
  }

  private addItem(element: XmlElement, { path, conditional }: Scope): void {
    const isConditional = conditional || 'Condition' in element.attributes;
    this.items.push({ element, path, conditional: isConditional, isOfProject: path === this.project.path });
  }

  /**
   * Skips a group whose condition does not hold. Properties of a group that may hold become additional possible values.
   */
  private assignAll(group: XmlElement, isConditional: boolean): void {
    const ofGroup = this.chanceOf(group);
    for (const property of group.children) {
      const chances = [ofGroup, this.chanceOf(property)];
      if (chances.includes('never')) continue;
      this.properties.assign(localName(property), property.text, isConditional || chances.includes('maybe'));
    }
  }

  /** `'$(X)' == ''` sets a default for X: it holds when X is not set yet. Any other condition may hold or not. */
  private chanceOf(element: XmlElement): ConditionResult {
    const condition = element.attributes['Condition'];
    if (condition === undefined) return 'always';
    const name = /^\s*'\$\(([\w.-]+)\)'\s*==\s*''\s*$/.exec(condition)?.[1];
    if (name === undefined) return 'maybe';
    const state = this.properties.stateOf(name);
    if (state === 'unset') return 'always';
    return state === 'set' ? 'never' : 'maybe';
  }
}
