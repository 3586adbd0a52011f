import type { DependencyScope } from '../../../../model/component.js';
import { isObject, type JsonObject, own } from '../../../../support/json.js';
import { quoteJson } from '../../../quote.js';
import type { ReadIssue } from '../../../reader.js';
import { noteUnknownKeys, tableMember, textMember } from '../table-members.js';
import { type Declared, poetryDependencies } from './poetry-dependencies.js';
import { pypiName } from './python-requirement.js';

/** The dependencies that a manifest declares, and issues for the parts that could not be read. */
export interface Declarations {
  declared: Declared[];
  issues: ReadIssue[];
}

/**
 * All dependencies that a pyproject.toml declares: `[project]` (PEP 621), `[dependency-groups]` (PEP 735), and the
 * tables of Poetry, PDM, uv, Flit and Hatch environments. Build requirements are left out, because they are not
 * installed with the project.
 */
export function declaredDependencies(document: JsonObject): Declarations {
  const found: Declarations = { declared: [], issues: [] };
  const project = tableMember(document, 'project');
  const tool = tableMember(document, 'tool');
  noteUnknown(found, project);
  noteForeignTools(found, tool);
  noteUnknownKeys(tableMember(tool, 'poetry'), POETRY_KEYS, 'tool.poetry', found.issues);
  for (const group of Object.values(tableMember(tableMember(tool, 'poetry'), 'group')))
    if (isObject(group)) noteUnknownKeys(group, GROUP_KEYS, 'a group of tool.poetry', found.issues);
  addList(found, own(project, 'dependencies'), 'prod', 'project.dependencies');
  addGroups(found, own(project, 'optional-dependencies'), 'optional', 'project.optional-dependencies');
  addGroups(found, own(document, 'dependency-groups'), 'dev', 'dependency-groups');
  addGroups(found, own(tableMember(tool, 'pdm'), 'dev-dependencies'), 'dev', 'tool.pdm.dev-dependencies');
  addList(found, own(tableMember(tool, 'uv'), 'dev-dependencies'), 'dev', 'tool.uv.dev-dependencies');
  addFlit(found, tableMember(tableMember(tool, 'flit'), 'metadata'));
  addHatch(found, tableMember(tableMember(tool, 'hatch'), 'envs'));
  const known = new Set(found.declared.map((declared) => declared.name));
  found.declared.push(...poetryDependencies(tableMember(tool, 'poetry'), known));
  return found;
}

const GROUP_KEYS = new Set(['dependencies', 'optional', 'include-groups']);

/** Keys `[tool.poetry]` may have (Poetry, "The pyproject.toml file"). */
const POETRY_KEYS = new Set([
  ...['name', 'version', 'description', 'license', 'authors', 'maintainers', 'readme', 'homepage', 'repository', 'documentation'],
  ...['keywords', 'classifiers', 'packages', 'include', 'exclude', 'dependencies', 'dev-dependencies', 'group', 'extras', 'scripts'],
  ...['plugins', 'urls', 'build', 'source', 'package-mode', 'requires-poetry', 'requires-plugins', 'build-constraints'],
]);

/** Tools whose declarations are read here, and some that declare no dependencies of the project. */
const READ_TOOLS = new Set([
  'poetry',
  'pdm',
  'uv',
  'flit',
  'hatch',
  'setuptools',
  'poe',
  'tox',
  'pytest',
  'mypy',
  'ruff',
  'black',
  'isort',
]);

/** Declarations under an unknown tool are reported, because the tool's name may be misspelt. */
function noteForeignTools(found: Declarations, tool: JsonObject): void {
  for (const [name, table] of Object.entries(tool)) {
    if (READ_TOOLS.has(name) || !isObject(table) || !declaresDependencies({ [name]: table })) continue;
    found.issues.push({ kind: 'invalid_entry', reason: `dependencies declared for ${quoteJson(`tool.${name}`)} are not read`, note: true });
  }
}

const DEPTH = 4;

function declaresDependencies(table: JsonObject, depth = 0): boolean {
  return Object.entries(table).some(
    ([key, value]) => /dependencies$/i.test(key) || (depth < DEPTH && isObject(value) && declaresDependencies(value, depth + 1)),
  );
}

/** The project's own normalised name, by which extras refer to it. */
export function projectName(document: JsonObject): string | undefined {
  const name =
    textMember(tableMember(document, 'project'), 'name') ?? textMember(tableMember(tableMember(document, 'tool'), 'poetry'), 'name');
  return name === undefined ? undefined : pypiName(name);
}

/** Normalised names of the groups that are for development, and of the extras that users of the project may ask for. */
export function groupKinds(document: JsonObject): { dev: Set<string>; optional: Set<string> } {
  const tool = tableMember(document, 'tool');
  const dev = [
    ...Object.keys(tableMember(document, 'dependency-groups')),
    ...Object.keys(tableMember(tableMember(tool, 'pdm'), 'dev-dependencies')),
  ];
  return {
    dev: new Set(dev.map(pypiName)),
    optional: new Set(Object.keys(tableMember(tableMember(document, 'project'), 'optional-dependencies')).map(pypiName)),
  };
}

/** Keys `[project]` may have (PyPA specification "pyproject.toml", with PEP 639 and PEP 794). */
const PROJECT_KEYS = new Set([
  'name',
  'version',
  'description',
  'readme',
  'requires-python',
  'license',
  'license-files',
  'authors',
  'maintainers',
  'keywords',
  'classifiers',
  'urls',
  'scripts',
  'gui-scripts',
  'entry-points',
  'dependencies',
  'optional-dependencies',
  'dynamic',
  'import-names',
  'import-namespaces',
]);

/** The keys are a closed set, so an unknown one is a misspelling, perhaps of `dependencies`. */
function noteUnknown(found: Declarations, project: JsonObject): void {
  for (const key of Object.keys(project)) {
    if (!PROJECT_KEYS.has(key))
      found.issues.push({ kind: 'invalid_entry', reason: `unknown key ${JSON.stringify(key.slice(0, 40))} in [project]`, note: true });
  }
}

/** An absent list is fine; a value of another type is an issue, because its contents would be missed. */
function addList(found: Declarations, list: unknown, scope: DependencyScope, where: string): void {
  if (list === undefined) return;
  if (!Array.isArray(list)) {
    found.issues.push({ kind: 'invalid_entry', reason: `${where} is no list` });
    return;
  }
  for (const entry of list) addEntry(found, entry, scope, where);
}

/** Groups may include others of the same file; those entries are read anyway. */
function addEntry(found: Declarations, entry: unknown, scope: DependencyScope, where: string): void {
  if (typeof entry === 'string') {
    const name = /^\s*([A-Za-z0-9][A-Za-z0-9._-]*)/.exec(entry)?.[1];
    found.declared.push({ ...(name !== undefined && { name: pypiName(name) }), scope, entry: { pep508: entry.trim() } });
  } else if (!isObject(entry) || typeof own(entry, 'include-group') !== 'string') {
    found.issues.push({ kind: 'invalid_entry', reason: `${where} holds an entry that is neither a requirement nor an include` });
  }
}

/** Each member of the table is a list. */
function addGroups(found: Declarations, groups: unknown, scope: DependencyScope, where: string): void {
  if (groups === undefined) return;
  if (!isObject(groups)) found.issues.push({ kind: 'invalid_entry', reason: `${where} is no table` });
  else for (const [group, list] of Object.entries(groups)) addList(found, list, scope, `${where}.${group}`);
}

/** Flit projects older than PEP 621. */
function addFlit(found: Declarations, metadata: JsonObject): void {
  addList(found, own(metadata, 'requires'), 'prod', 'tool.flit.metadata.requires');
  addList(found, own(metadata, 'dev-requires'), 'dev', 'tool.flit.metadata.dev-requires');
  addGroups(found, own(metadata, 'requires-extra'), 'optional', 'tool.flit.metadata.requires-extra');
}

/** Environments are for tests, docs and the like; none is installed with the project. */
function addHatch(found: Declarations, environments: JsonObject): void {
  for (const [name, environment] of Object.entries(environments)) {
    if (!isObject(environment)) continue;
    for (const key of ['dependencies', 'extra-dependencies'])
      addList(found, own(environment, key), 'dev', `tool.hatch.envs.${name}.${key}`);
  }
}
