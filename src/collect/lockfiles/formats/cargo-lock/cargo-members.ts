import { InputError } from '../../../../support/errors.js';
import { isObject, type JsonObject } from '../../../../support/json.js';
import type { ReadContext } from '../../../reader.js';
import { tableMember, textMember, textMembers } from '../../entries/table-members.js';
import { parseToml } from '../../syntax/toml-document.js';

/** Limit for the folders that one pattern matches, so that a hostile one ends. */
const MAX_FOLDERS = 10_000;

/**
 * Folders of the workspace whose Cargo.toml files are below the lock's folder: listed members (with `*` and `?`), the
 * path dependencies of the root, and `default-members`, without the excluded ones. None when there is no readable
 * manifest.
 */
export function cargoMembers(context: ReadContext): string[] {
  const manifest = readManifest(context);
  if (!manifest) return [];
  const workspace = tableMember(manifest, 'workspace');
  const patterns = [
    ...textMembers(workspace, 'members'),
    ...textMembers(workspace, 'default-members'),
    ...pathsOf(manifest),
    ...pathsOf(workspace),
  ];
  const excluded = new Set(textMembers(workspace, 'exclude').map(clean));
  const folders = patterns.flatMap((pattern) => expand(context, clean(pattern)));
  return [...new Set(folders)].filter((folder) => folder !== '' && !excluded.has(folder) && !context.outside(folder)).sort();
}

/**
 * An unreadable manifest is not reported here, only its list of members is missed; it is reported when it is read
 * itself.
 */
function readManifest(context: ReadContext): JsonObject | undefined {
  const file = context.sibling('Cargo.toml');
  try {
    return file && parseToml(file.text(), file.path);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Cargo adds path dependencies below the root to the workspace even when they are not listed. */
function pathsOf(owner: JsonObject): string[] {
  const tables = ['dependencies', 'dev-dependencies', 'build-dependencies'].map((key) => tableMember(owner, key));
  return tables.flatMap((table) => Object.values(table)).flatMap((value) => (isObject(value) ? (textMember(value, 'path') ?? []) : []));
}

/** A pattern matches only folders with a manifest, because Cargo ignores the others. */
function expand(context: ReadContext, pattern: string): string[] {
  let folders = [''];
  for (const part of pattern.split('/')) {
    const isPattern = /[*?]/.test(part);
    const next = folders.flatMap((folder) =>
      (isPattern ? context.list(folder === '' ? '.' : folder).filter((name) => matches(name, part)) : [part]).map((name) =>
        folder === '' ? name : `${folder}/${name}`,
      ),
    );
    folders = next.slice(0, MAX_FOLDERS);
  }
  return pattern.includes('*') || pattern.includes('?')
    ? folders.filter((folder) => context.sibling(`${folder}/Cargo.toml`) !== undefined)
    : folders;
}

/**
 * Shell-style match of one path segment: `*` any characters, `?` one character. Linear except for backtracking to the
 * last star.
 */
function matches(name: string, pattern: string): boolean {
  let at = 0;
  let star = -1;
  let mark = 0;
  let index = 0;
  while (index < name.length) {
    if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[index])) {
      at++;
      index++;
    } else if (pattern[at] === '*') {
      star = at++;
      mark = index;
    } else if (star !== -1) {
      at = star + 1;
      index = ++mark;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

/** Normalises a path of a Cargo.toml for comparison. */
function clean(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '');
}
