import type { DependencyScope } from '../../../../model/component.js';
import { flowMembers } from '../../syntax/yaml-flow.js';
import type { YamlLines } from '../../syntax/yaml-lines.js';

/** A member of the workspace (`.` for the project itself) with its dependencies. */
export interface PnpmImporter {
  path: string;
  dependencies: PnpmReference[];
}

/** One dependency: its name and the reference that leads to a package. */
export interface PnpmReference {
  name: string;
  reference: string;
  scope: DependencyScope;
}

/** One entry of `packages` or `snapshots`. */
export interface PnpmEntry {
  /** The dependency path as written. */
  path: string;
  line: number;
  name?: string;
  version?: string;
  /**
   * The flow mapping as written, `{integrity: …}`; empty when there is none. It stays a text, because a map for each of
   * 10 000 entries is expensive.
   */
  resolution: string;
  dev?: boolean;
  optional: boolean;
  dependencies: readonly PnpmReference[];
}

export interface PnpmDocument {
  /** `lockfileVersion` as written; empty when the document has none. */
  version: string;
  line: number;
  importers: PnpmImporter[];
  packages: Map<string, PnpmEntry>;
  snapshots: Map<string, PnpmEntry>;
  /** Unknown sections with their lines. */
  unknown: { key: string; line: number }[];
}

const GROUPS: Readonly<Record<string, DependencyScope>> = {
  dependencies: 'prod',
  optionalDependencies: 'optional',
  devDependencies: 'dev',
  packageManagerDependencies: 'dev',
  configDependencies: 'dev',
};

/** Known sections without packages. */
const OTHER_SECTIONS = new Set([
  'settings',
  'overrides',
  'catalogs',
  'patchedDependencies',
  'packageExtensionsChecksum',
  'pnpmfileChecksum',
  'ignoredOptionalDependencies',
  'time',
  'specifiers',
  'dependenciesMeta',
  'publishDirectory',
  'neverBuiltDependencies',
  'onlyBuiltDependencies',
  'allowBuilds',
  'registry',
  'hoistPattern',
]);

const NO_DEPENDENCIES: readonly PnpmReference[] = [];

/** Reads the next document; undefined when there is none left. */
export function readPnpmDocument(lines: YamlLines): PnpmDocument | undefined {
  const document: PnpmDocument = {
    version: '',
    line: lines.line + 1,
    importers: [],
    packages: new Map(),
    snapshots: new Map(),
    unknown: [],
  };
  const root: PnpmImporter = { path: '.', dependencies: [] };
  let isEmpty = true;
  while (lines.next()) {
    if (lines.isMark) {
      if (!isEmpty) break;
      continue;
    }
    isEmpty = false;
    if (lines.indent === 0) readSection(lines, document, root);
    else lines.problem('an indented line that belongs to nothing');
  }
  if (root.dependencies.length > 0) document.importers.push(root);
  return isEmpty ? undefined : document;
}

function readSection(lines: YamlLines, document: PnpmDocument, root: PnpmImporter): void {
  const { key } = lines;
  if (key === 'lockfileVersion') document.version = lines.scalar();
  else if (key === 'packages') readEntries(lines, document.packages);
  else if (key === 'snapshots') readEntries(lines, document.snapshots);
  else if (key === 'importers') readImporters(lines, document);
  else if (GROUPS[key] !== undefined) readGroup(lines, root.dependencies, GROUPS[key]);
  else {
    if (!OTHER_SECTIONS.has(key)) document.unknown.push({ key, line: lines.line });
    lines.skip(0);
  }
}

/** Calls `visit` for each member of the mapping below the current key; lines at other depths are problems. */
function eachMember(lines: YamlLines, visit: () => void): void {
  const { indent } = lines;
  if (lines.value !== '' && lines.value !== '{}') lines.problem('a value where a block was expected');
  let depth: number | undefined;
  while (lines.within(indent)) {
    depth ??= lines.indent;
    if (lines.indent === depth && lines.key !== '-') visit();
    else lines.problem('a line that is indented unlike its neighbours');
  }
}

function readImporters(lines: YamlLines, document: PnpmDocument): void {
  eachMember(lines, () => {
    const importer: PnpmImporter = { path: lines.key, dependencies: [] };
    document.importers.push(importer);
    eachMember(lines, () => {
      const scope = GROUPS[lines.key];
      if (scope === undefined) lines.skip(lines.indent);
      else readGroup(lines, importer.dependencies, scope);
    });
  });
}

/** `name: reference` (version 5) or `name: {specifier, version}` as a block (from 6 on). */
function readGroup(lines: YamlLines, into: PnpmReference[], scope: DependencyScope): void {
  eachMember(lines, () => {
    const { key: name, indent } = lines;
    if (lines.value !== '') into.push({ name, reference: referenceOf(lines), scope });
    else while (lines.within(indent)) if (lines.key === 'version') into.push({ name, reference: lines.scalar(), scope });
  });
}

function referenceOf(lines: YamlLines): string {
  return lines.value[0] === '{' ? (flowMembers(lines.value).get('version') ?? '') : lines.scalar();
}

function readEntries(lines: YamlLines, into: Map<string, PnpmEntry>): void {
  eachMember(lines, () => {
    const { key: path, line } = lines;
    const entry: PnpmEntry = { path, line, resolution: '', optional: false, dependencies: NO_DEPENDENCIES };
    if (into.has(path)) lines.problem('a package that stands here twice');
    into.set(path, entry);
    eachMember(lines, () => readField(lines, entry));
  });
}

function readField(lines: YamlLines, entry: PnpmEntry): void {
  const { key } = lines;
  if (key === 'resolution') entry.resolution = readResolution(lines);
  else if (key === 'dependencies' || key === 'optionalDependencies') {
    const dependencies = [...entry.dependencies];
    readGroup(lines, dependencies, key === 'dependencies' ? 'prod' : 'optional');
    entry.dependencies = dependencies;
  } else if (key === 'name') entry.name = lines.scalar();
  else if (key === 'version') entry.version = lines.scalar();
  else if (key === 'dev' || key === 'optional') readMark(lines, entry, key);
  else lines.skip(lines.indent);
}

function readMark(lines: YamlLines, entry: PnpmEntry, key: 'dev' | 'optional'): void {
  const value = lines.scalar();
  if (value === 'true' || value === 'false') entry[key] = value === 'true';
  else lines.problem(`expected true or false after ${key}`);
}

function readResolution(lines: YamlLines): string {
  if (lines.value !== '') return lines.value;
  const members: string[] = [];
  eachMember(lines, () => {
    members.push(`${lines.key}: ${lines.value}`);
    lines.skip(lines.indent);
  });
  return `{${members.join(', ')}}`;
}
