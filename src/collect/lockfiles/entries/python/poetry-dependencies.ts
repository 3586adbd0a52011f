import type { DependencyScope } from '../../../../model/component.js';
import { isObject, type JsonObject, own } from '../../../../support/json.js';
import type { ReadResult } from '../../../reader.js';
import { gitSource } from '../git-source.js';
import { tableMember, textMember } from '../table-members.js';
import { readAddress } from './python-address.js';
import type { RequirementContext } from './python-entries.js';
import { exactVersion, looksLikeVersion, pypiName } from './python-requirement.js';

/** One dependency that a pyproject.toml declares. */
export interface Declared {
  /** Normalised; undefined when it is only known after the requirement is parsed. */
  name?: string;
  scope: DependencyScope;
  /** PEP 508 text, or Poetry's constraint table. */
  entry: { pep508: string } | { poetry: JsonObject };
  /** Key in `keyLines`, for entries that are keys and not strings. */
  key?: string;
}

/**
 * Dependencies of `[tool.poetry]`: the main table, the old `dev-dependencies`, and every group. An entry without a
 * version of its own only adds a source to a dependency of `[project]` (Poetry 2).
 */
export function poetryDependencies(poetry: JsonObject, known: ReadonlySet<string | undefined>): Declared[] {
  const found: Declared[] = [];
  addTable(found, poetry, 'dependencies', { scope: 'prod', table: 'tool.poetry' });
  addTable(found, poetry, 'dev-dependencies', { scope: 'dev', table: 'tool.poetry' });
  for (const [group, table] of Object.entries(tableMember(poetry, 'group'))) {
    if (isObject(table))
      addTable(found, table, 'dependencies', { scope: group === 'main' ? 'prod' : 'dev', table: `tool.poetry.group.${group}` });
  }
  return found.filter(
    ({ name, entry }) =>
      !known.has(name) || ('poetry' in entry && ['version', 'git', 'path', 'url'].some((key) => Object.hasOwn(entry.poetry, key))),
  );
}

/**
 * Adds one Poetry dependency. A plain `1.2.3` names one version; carets, tildes, wildcards and the like leave a choice.
 */
export function addPoetryDependency(result: ReadResult, name: string, table: JsonObject, fields: RequirementContext): void {
  const address = textMember(table, 'git') ?? textMember(table, 'url') ?? textMember(table, 'path') ?? textMember(table, 'file');
  if (address === undefined) {
    const requirement = textMember(table, 'version') ?? '';
    const version = poetryVersion(requirement);
    if (version === null) result.unresolved.push({ name, requirement, ...fields });
    else result.packages.push({ name, version, ...fields });
    return;
  }
  if (textMember(table, 'git') !== undefined) {
    result.packages.push({ name, version: null, ...fields, source: gitSource(address, textMember(table, 'rev')) });
    return;
  }
  const found = readAddress(address);
  if ('folder' in found) {
    result.local.push(name);
    if (/\.\w{2,4}$/.test(address))
      result.issues.push({
        kind: 'invalid_entry',
        reason: `${name.slice(0, 80)} comes from a file that is no archive we know`,
        note: true,
      });
  } else result.packages.push({ name, version: found.name === name ? found.version : null, ...fields, source: found.source });
}

/** Poetry treats a bare version and a single `=` as exact (documentation, "Exact requirements"). */
function poetryVersion(requirement: string): string | null {
  const text = requirement.trim();
  return looksLikeVersion(text) ? text : exactVersion(text.replace(/^=(?=\d)/, '=='));
}

/** Skips `python`, which is the interpreter. A list states alternatives by marker. */
function addTable(found: Declared[], owner: JsonObject, key: string, at: { scope: DependencyScope; table: string }): void {
  for (const [name, value] of Object.entries(tableMember(owner, key))) {
    if (name === 'python') continue;
    for (const entry of Array.isArray(value) ? value : [value]) found.push(declaredBy(name, entry, key, at));
  }
}

/** A value of unknown shape stays a dependency, with an unknown version. */
function declaredBy(name: string, value: unknown, key: string, { scope, table }: { scope: DependencyScope; table: string }): Declared {
  const constraint: JsonObject = isObject(value) ? value : { version: typeof value === 'string' ? value : '' };
  const optional = scope === 'prod' && own(constraint, 'optional') === true;
  return { name: pypiName(name), scope: optional ? 'optional' : scope, entry: { poetry: constraint }, key: `${table}.${key}\n${name}` };
}
