import type { Scope } from '../../model/component.js';
import { InputError } from '../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../support/json.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadContext, type ReadResult, type SourceFile } from '../reader.js';
import { isFolder, sourceOf } from './npm-address.js';
import { licensesOf, lookUp, nameAt, namesIn, textOf } from './npm-locations.js';
import { GROUPS, manifestBeside } from './npm-manifest.js';
import { isName, isVersion, quote, report, unalias } from './npm-names.js';
import { readRegistries } from './npm-registries.js';
import { type NpmSections, npmSections } from './npm-sections.js';

const TITLE = '(npm 2–11, lockfileVersion 1–3)';

/** npm's lock; `npm-shrinkwrap.json` beside it wins, as it does for npm. */
export const npmLock: LockfileReader = {
  id: 'npm-lock',
  title: `package-lock.json ${TITLE}`,
  ecosystem: 'npm',
  kind: 'lock',
  yieldsTo: ['npm-shrinkwrap'],
  matches: (path) => path === 'package-lock.json' || path.endsWith('/package-lock.json'),
  read: readNpmLock,
};

/** The lock that is published with a package, of the same format. */
export const npmShrinkwrap: LockfileReader = {
  id: 'npm-shrinkwrap',
  title: `npm-shrinkwrap.json ${TITLE}`,
  ecosystem: 'npm',
  kind: 'lock',
  matches: (path) => path === 'npm-shrinkwrap.json' || path.endsWith('/npm-shrinkwrap.json'),
  read: readNpmLock,
};

function readNpmLock(file: SourceFile, context: ReadContext): ReadResult {
  const text = file.text();
  const document = parseJson(text, file.path);
  if (!isObject(document)) throw new InputError({ where: file.path, message: 'expected an object, so not an npm lockfile' });
  const result: ReadResult = { ...emptyResult(), members: [] };
  const sections = npmSections(document, { text, where: file.path }, result);
  const direct = directLocations(sections, context, result);
  for (const [location, entry] of sections.entries) {
    const name = nameAt(location);
    if (name === undefined) addFolder(location, entry, sections, result);
    else addEntry({ location, name, entry }, sections, direct, result);
  }
  readRegistries(context, result);
  return result;
}

const EDGES = ['dependencies', 'optionalDependencies', 'peerDependencies'];
const DECLARED = Object.keys(GROUPS);

/** Locations of what the project and its members declare; undefined when neither the lock nor a manifest says. */
function directLocations({ root, entries }: NpmSections, context: ReadContext, result: ReadResult): ReadonlySet<string> | undefined {
  const names = root ? namesIn(root, DECLARED) : manifestBeside(context, 'package.json', result)?.dependencies.map((item) => item.name);
  if (!names) return undefined;
  const direct = new Set(names.flatMap((name) => lookUp(entries, '', name) ?? []));
  for (const [location, entry] of entries) {
    if (nameAt(location) !== undefined) continue;
    for (const name of namesIn(entry, DECLARED)) direct.add(lookUp(entries, location, name) ?? '');
  }
  return direct;
}

/** A folder of the project: a workspace member, or the target of a link. */
function addFolder(folder: string, entry: JsonObject, { entries }: NpmSections, result: ReadResult): void {
  const name = textOf(entry, 'name') ?? folder.slice(folder.lastIndexOf('/') + 1);
  result.local.push(name);
  result.members?.push(folder);
  const isInstalled = own(entry, 'integrity') !== undefined && own(entry, 'resolved') !== undefined;
  if (isInstalled) report(result, `${quote(folder)} is no location below node_modules, yet came from a registry`);
  const link = entries.get(`node_modules/${name}`);
  if (!link || !own(link, 'link')) report(result, `no link leads to the folder ${quote(folder)}`, { note: true });
}

interface Entry {
  location: string;
  name: string;
  entry: JsonObject;
}

function addEntry({ location, name: key, entry }: Entry, sections: NpmSections, direct: ReadonlySet<string> | undefined, result: ReadResult): void {
  const line = sections.lines.get(location);
  const stated = textOf(entry, 'version');
  const resolved = textOf(entry, 'resolved');
  if (own(entry, 'link') === true || (stated !== undefined && isFolder(stated))) {
    result.local.push(textOf(entry, 'name') ?? key);
    return;
  }
  const { name, rest: version } = unalias(textOf(entry, 'name') ?? key, stated ?? '');
  const source = sourceOf(resolved ?? version, name) ?? sourceOf(version, name);
  const place = { ...(line !== undefined && { line }), scope: scopeOf(entry), direct: direct ? direct.has(location) : null };
  if (!isName(name) || (stated !== undefined && !source && !isVersion(version))) {
    report(result, `${quote(key)} in version ${quote(version)} is no name and version`, place.line === undefined ? {} : { line: place.line });
    return;
  }
  if (stated === undefined && !source) {
    report(result, `no version is stated for ${quote(key)}`, place.line === undefined ? {} : { line: place.line });
    result.unresolved.push({ name, requirement: '', ...place });
    return;
  }
  const record: PackageRecord = { name, version: isAddress(version) ? null : version, key: location, ...place };
  addDetails(record, entry, sections);
  if (source) record.source = source;
  result.packages.push(record);
}

/** Version 1 puts the address of what is no registry package where the version belongs. */
function isAddress(version: string): boolean {
  return version === '' || version.includes(':') || version.includes('/');
}

function addDetails(record: PackageRecord, entry: JsonObject, { entries }: NpmSections): void {
  const integrity = textOf(entry, 'integrity');
  if (integrity !== undefined) record.integrity = integrity;
  const licenses = licensesOf(entry);
  if (licenses.length > 0) record.licenses = licenses;
  const from = record.key ?? '';
  const required = own(entry, 'requires');
  const names = isObject(required) ? Object.keys(required) : namesIn(entry, EDGES);
  const dependencies = names.flatMap((name) => lookUp(entries, from, name) ?? []);
  if (dependencies.length > 0) record.dependencies = dependencies;
}

/** `devOptional` marks what development needs and production may: no development dependency. */
function scopeOf(entry: JsonObject): Scope {
  if (own(entry, 'dev') === true) return 'dev';
  return own(entry, 'optional') === true || own(entry, 'devOptional') === true ? 'optional' : 'prod';
}
