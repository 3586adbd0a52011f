import type { JsonObject } from '../../support/json.js';
import { isObject, own } from '../../support/json.js';

/** Entries of a lock by where npm puts them: `node_modules/a/node_modules/b`; all else are folders of the project. */
export type Locations = ReadonlyMap<string, JsonObject>;

const MODULES = 'node_modules/';

/** Longest location that is taken; npm itself cannot install deeper. */
export const MAX_LOCATION = 4096;

/** Name of the package at a location: what follows the last `node_modules/`; undefined for folders of the project. */
export function nameAt(location: string): string | undefined {
  const at = location.lastIndexOf(MODULES);
  const isSegment = at === 0 || location[at - 1] === '/';
  return at === -1 || !isSegment ? undefined : location.slice(at + MODULES.length);
}

/** Location that `require(name)` finds from `from`: its own `node_modules`, then those of each folder above (Node's lookup). */
export function lookUp(locations: Locations, from: string, name: string): string | undefined {
  for (let base = from; base !== ''; base = parentOf(base)) {
    const location = `${base}/${MODULES}${name}`;
    if (locations.has(location)) return location;
  }
  const top = MODULES + name;
  return locations.has(top) ? top : undefined;
}

/** The next folder that may hold a `node_modules`. */
function parentOf(folder: string): string {
  const slash = folder.lastIndexOf('/');
  if (slash === -1) return '';
  const parent = folder.slice(0, slash);
  if (parent.endsWith('/node_modules')) return parent.slice(0, -'/node_modules'.length);
  if (parent === 'node_modules') return '';
  if (!parent.includes('@', parent.lastIndexOf('/') + 1)) return parent;
  // A scope's folder holds no packages of its own.
  return parent.endsWith('/') ? parent.slice(0, -1) : parentOfScope(parent);
}

function parentOfScope(folder: string): string {
  const modules = folder.lastIndexOf('/node_modules/@');
  if (modules !== -1 && folder.indexOf('/', modules + '/node_modules/'.length) === -1) return folder.slice(0, modules);
  return folder.startsWith('node_modules/@') && folder.indexOf('/', 'node_modules/'.length) === -1 ? '' : folder;
}

/** Names below members such as `dependencies`, where these are objects. */
export function namesIn(entry: JsonObject, members: readonly string[]): string[] {
  const names: string[] = [];
  for (const member of members) {
    const value = own(entry, member);
    if (isObject(value)) for (const name in value) names.push(name);
  }
  return names;
}

/** Text member of an entry; undefined when it is absent or no text. */
export function textOf(entry: JsonObject, member: string): string | undefined {
  const value = own(entry, member);
  return typeof value === 'string' ? value : undefined;
}

/** Licences as npm has written them over the years: text, `{type}`, or a list of these; in `license` or `licenses`. */
export function licensesOf(entry: JsonObject): string[] {
  const stated = own(entry, 'license') ?? own(entry, 'licenses');
  const list: readonly unknown[] = Array.isArray(stated) ? stated : [stated];
  return list.flatMap((item) => {
    const text = isObject(item) ? own(item, 'type') : item;
    return typeof text === 'string' && text !== '' ? [text] : [];
  });
}
