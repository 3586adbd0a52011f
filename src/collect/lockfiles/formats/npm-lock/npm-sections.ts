import { InputError } from '../../../../support/errors.js';
import { isObject, type JsonObject, own } from '../../../../support/json.js';
import { LineCursor } from '../../../../support/line-index.js';
import { quoteJson } from '../../../quote.js';
import type { ReadResult } from '../../../reader.js';
import { MAX_LOCATION } from '../../entries/npm/npm-names.js';
import { atLine, report } from '../../entries/report.js';
import { endOfString, isKey, type KeyNode, keyTree } from '../../syntax/json-keys.js';
import { Locations } from './npm-locations.js';

/** The entries of a lock, wherever the lock's version keeps them. */
export interface NpmSections {
  /** The project itself; only in versions 2 and 3. */
  root: JsonObject | undefined;
  locations: Locations;
}

const KNOWN_MEMBERS = new Set([
  'name',
  'version',
  'lockfileVersion',
  'requires',
  'packages',
  'dependencies',
  'preserveSymlinks',
  'packageIntegrity',
]);

/** `packages` of versions 2 and 3, or the nested `dependencies` of version 1 converted to locations. */
export function npmSections(document: JsonObject, source: { text: string; where: string }, result: ReadResult): NpmSections {
  checkVersion(document, source.where);
  for (const [key, value] of Object.entries(document)) {
    if (!KNOWN_MEMBERS.has(key) && isObject(value)) report(result, `member ${quoteJson(key)} is unknown`, { note: true });
  }
  const packages = own(document, 'packages');
  if (packages !== undefined) return flatSection(expectObject(packages, 'packages', source.where), source.text, result);
  const dependencies = own(document, 'dependencies');
  if (dependencies === undefined) return { root: undefined, locations: new Locations() };
  return nestedSection(expectObject(dependencies, 'dependencies', source.where), source.text, result);
}

function checkVersion(document: JsonObject, where: string): void {
  const version = own(document, 'lockfileVersion');
  const hasSection = own(document, 'packages') !== undefined || own(document, 'dependencies') !== undefined;
  if (version === undefined && !hasSection) {
    throw new InputError({ where, message: 'no lockfileVersion, packages or dependencies, so not an npm lockfile' });
  }
  if (version !== undefined && version !== 1 && version !== 2 && version !== 3) {
    throw new InputError({
      where,
      issue: 'unsupported_version',
      message: `lockfileVersion ${quoteJson(String(version))} is none of 1, 2 and 3`,
    });
  }
  if (version === 3 && own(document, 'packages') === undefined) {
    throw new InputError({ where, message: 'no member packages, which lockfileVersion 3 must have' });
  }
}

function expectObject(value: unknown, member: string, where: string): JsonObject {
  if (isObject(value)) return value;
  throw new InputError({ where, message: `expected an object in ${member}, found ${Array.isArray(value) ? 'a list' : typeof value}` });
}

function flatSection(packages: JsonObject, text: string, result: ReadResult): NpmSections {
  const locations = new Locations();
  const lines = locationLines(text, result);
  let root: JsonObject | undefined;
  for (const location in packages) {
    const entry = packages[location];
    if (!isObject(entry)) report(result, `expected an object for ${quoteJson(location)}`, atLine(lines.get(location)));
    else if (location === '') root = entry;
    else if (location.length > MAX_LOCATION) report(result, `location ${quoteJson(location)} is too long`, { kind: 'too_deep' });
    else locations.add(location, entry, lines.get(location));
  }
  return { root, locations };
}

/**
 * Lines of all keys with `node_modules/` in them, found in one pass without parsing the text again. It also finds
 * repeated keys, of which JSON.parse silently keeps the last.
 */
function locationLines(text: string, result: ReadResult): Map<string, number> {
  const lines = new Map<string, number>();
  const cursor = new LineCursor(text);
  let hit = text.indexOf('node_modules/');
  while (hit !== -1) {
    const start = text.lastIndexOf('"', hit);
    const end = endOfString(text, start);
    if (isKey(text, end)) {
      const key = text.slice(start + 1, end - 1);
      const line = cursor.at(start);
      if (lines.has(key)) report(result, `${quoteJson(key)} stands here twice`, { line });
      lines.set(key, line);
    }
    hit = text.indexOf('node_modules/', Math.max(end, hit + 1));
  }
  return lines;
}

function nestedSection(dependencies: JsonObject, text: string, result: ReadResult): NpmSections {
  const tree = keyTree(text);
  for (const { key, line } of tree.repeated) report(result, `${quoteJson(key)} stands here twice`, { line });
  const locations = new Locations();
  const nodes = tree.root.members.get('dependencies');
  addNested({ section: dependencies, prefix: '', nodes }, locations, result);
  return { root: undefined, locations };
}

interface Nested {
  section: JsonObject;
  prefix: string;
  nodes: KeyNode | undefined;
}

/** Recursive, like the section; the limit on locations bounds it. */
function addNested({ section, prefix, nodes }: Nested, locations: Locations, result: ReadResult): void {
  for (const [name, entry] of Object.entries(section)) {
    const node = nodes?.members.get(name);
    const location = `${prefix}node_modules/${name}`;
    if (!isObject(entry)) report(result, `expected an object for ${quoteJson(name)}`, atLine(node?.line));
    else if (location.length > MAX_LOCATION)
      report(result, `${quoteJson(name)} is nested too deep`, { ...atLine(node?.line), kind: 'too_deep' });
    else {
      locations.add(location, entry, node?.line);
      addMembers({ section: entry, prefix: `${location}/`, nodes: node }, locations, result);
    }
  }
}

function addMembers({ section: entry, prefix, nodes: node }: Nested, locations: Locations, result: ReadResult): void {
  for (const [member, value] of Object.entries(entry)) {
    if (member === 'dependencies' && isObject(value))
      addNested({ section: value, prefix, nodes: node?.members.get(member) }, locations, result);
    else if (member !== 'requires' && isObject(value))
      report(result, `member ${quoteJson(member)} of an entry is unknown`, atLine(node?.line));
  }
}
