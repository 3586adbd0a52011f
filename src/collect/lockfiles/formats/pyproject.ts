import { isObject, type JsonObject, own } from '../../../support/json.js';
import { emptyResult, type LockfileReader, type ReadIssue, type ReadResult, type SourceFile } from '../../reader.js';
import { addPoetryDependency, type Declared } from '../entries/python/poetry-dependencies.js';
import { declaredDependencies, projectName } from '../entries/python/pyproject-dependencies.js';
import { addRequirement, type RequirementContext } from '../entries/python/python-entries.js';
import { registrySetting } from '../entries/python/python-registries.js';
import { pypiName } from '../entries/python/python-requirement.js';
import { listMember, noteUnknownKeys, tableMember, textMember, textMembers } from '../entries/table-members.js';
import { keyLines, stringLines } from '../syntax/toml-lines.js';

/** Declared dependencies: a requirement of one exact version counts as installed, all others are unresolved. */
export const pyproject: LockfileReader = {
  id: 'pyproject',
  title: 'pyproject.toml (PEP 621, PEP 735, Poetry, PDM, uv, Flit, Hatch)',
  ecosystem: 'PyPI',
  kind: 'manifest',
  resolveHint: 'run `uv lock`, `poetry lock` or `pdm lock`',
  yieldsTo: ['poetry-lock', 'uv-lock', 'pdm-lock', 'pylock'],
  matches: (path) => /(?:^|\/)pyproject\.toml$/.test(path),
  recognises: (head) => /^\[(?:build-system|project|tool\.(?:poetry|pdm|uv|flit|hatch)[\w.-]*)\]/m.test(head),
  read: async (file) => {
    const { parseToml } = await import('../syntax/toml-document.js');
    const issues: ReadIssue[] = [];
    return readPyproject(file, parseToml(file.text(), file.path, issues), issues);
  },
};

/** Top-level tables of PEP 518, 621 and 735; all others are reserved. */
const TABLES = new Set(['build-system', 'project', 'dependency-groups', 'tool']);

/** A requirement on the project itself only adds another of its extras. */
function readPyproject(file: SourceFile, document: JsonObject, unread: readonly ReadIssue[]): ReadResult {
  const { declared, issues } = declaredDependencies(document);
  const result: ReadResult = { ...emptyResult(), issues: [...unread, ...issues] };
  noteUnknownKeys(document, TABLES, 'pyproject.toml', result.issues);
  const own = projectName(document);
  const sources = uvSources(document);
  const lineOf = lineFinder(file.text());
  for (const entry of declared) {
    if (entry.name !== undefined && entry.name === own) continue;
    addDeclared(result, entry, { scope: entry.scope, direct: true, ...lineOf(entry) }, sources);
  }
  if (textMembers(tableMember(document, 'project'), 'dynamic').includes('dependencies')) {
    result.issues.push({ kind: 'unresolved', reason: 'its dependencies are computed at build time (dynamic)', note: true });
  }
  addRegistries(result, document, file.path);
  return result;
}

/** A source that uv has for a name replaces the index: a workspace member, a folder, a repository, an archive. */
function addDeclared(
  result: ReadResult,
  { name, entry }: Declared,
  around: RequirementContext,
  sources: ReadonlyMap<string, JsonObject>,
): void {
  const source = name === undefined ? undefined : sources.get(name);
  if (name !== undefined && source && own(source, 'workspace') === true) result.local.push(name);
  else if (name !== undefined && source && ['git', 'path', 'url'].some((key) => textMember(source, key) !== undefined))
    addPoetryDependency(result, name, source, around);
  else if ('poetry' in entry) addPoetryDependency(result, name ?? '', entry.poetry, around);
  else addRequirement(result, entry.pep508.replace(/^-e\s+/, ''), around);
}

/** Alternatives by marker usually differ only in the index, so the first one is used. */
function uvSources(document: JsonObject): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const [name, value] of Object.entries(tableMember(tableMember(tableMember(document, 'tool'), 'uv'), 'sources'))) {
    const source: unknown = Array.isArray(value) ? value[0] : value;
    if (isObject(source)) found.set(pypiName(name), source);
  }
  return found;
}

/** Finds the line of requirements by their text, and of table entries by their key. */
function lineFinder(text: string): (declared: Declared) => { line?: number } {
  const keys = keyLines(text);
  const strings = stringLines(text);
  return ({ key, entry }) => {
    const line = key === undefined ? ('pep508' in entry ? strings.get(entry.pep508) : undefined) : keys.get(key);
    return line === undefined ? {} : { line };
  };
}

/** Indexes that are configured for uv, Poetry and PDM. */
function addRegistries(result: ReadResult, document: JsonObject, path: string): void {
  const tool = tableMember(document, 'tool');
  const lists = [
    listMember(tableMember(tool, 'uv'), 'index'),
    listMember(tableMember(tool, 'poetry'), 'source'),
    listMember(tableMember(tool, 'pdm'), 'source'),
  ];
  const registries = lists
    .flat()
    .flatMap((index) => (isObject(index) ? (registrySetting(textMember(index, 'url') ?? '', path) ?? []) : []));
  if (registries.length > 0) result.registries = registries;
}
