import type { ComponentSource, DependencyScope } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../../support/json.js';
import { Turns } from '../../../../support/turns.js';
import { quoteJson } from '../../../quote.js';
import {
  emptyResult,
  type LockfileReader,
  type PackageRecord,
  type ReadContext,
  type ReadResult,
  type SourceFile,
} from '../../../reader.js';
import { isFolder, sourceOf } from '../../entries/npm/npm-address.js';
import { GROUPS, manifestBeside } from '../../entries/npm/npm-manifest.js';
import { isName, unalias } from '../../entries/npm/npm-names.js';
import { readRegistries } from '../../entries/npm/npm-registries.js';
import { atLine, report } from '../../entries/report.js';
import { namesIn, textMember } from '../../entries/table-members.js';
import { isVersion } from '../../entries/version.js';
import { findIn, type LocatedEntry, type Locations, statedLicenses } from './npm-locations.js';
import { npmSections } from './npm-sections.js';

const TITLE = '(npm 2–11, lockfileVersion 1–3)';

/** npm's lock; an `npm-shrinkwrap.json` beside it takes precedence, as it does for npm. */
export const npmLock: LockfileReader = {
  id: 'npm-lock',
  title: `package-lock.json ${TITLE}`,
  ecosystem: 'npm',
  kind: 'lock',
  yieldsTo: ['npm-shrinkwrap'],
  matches: (path) => path === 'package-lock.json' || path.endsWith('/package-lock.json'),
  recognises: (head) =>
    /^\s*\{/.test(head) && /"lockfileVersion"\s*:\s*[1-9]/.test(head) && /"(?:packages|dependencies)"\s*:\s*\{/.test(head),
  read: readNpmLock,
};

/** The lock that is published with a package; it has the same format. */
export const npmShrinkwrap: LockfileReader = {
  id: 'npm-shrinkwrap',
  title: `npm-shrinkwrap.json ${TITLE}`,
  ecosystem: 'npm',
  kind: 'lock',
  matches: (path) => path === 'npm-shrinkwrap.json' || path.endsWith('/npm-shrinkwrap.json'),
  read: readNpmLock,
};

/** Yields to other work in between, because such locks grow to tens of megabytes. */
async function readNpmLock(file: SourceFile, context: ReadContext): Promise<ReadResult> {
  const turns = new Turns();
  const text = file.text();
  const document = parseLock(text, file.path);
  if (!isObject(document)) throw new InputError({ where: file.path, message: 'expected an object, so not an npm lockfile' });
  if (turns.isOver) await turns.pass();
  const result: ReadResult = { ...emptyResult(), members: [] };
  const { root, locations } = npmSections(document, { text, where: file.path }, result);
  if (turns.isOver) await turns.pass();
  const direct = directLocations(root, locations, context, result);
  for (const folder of locations.folders) addFolder(folder, locations, result);
  for (const located of locations.packages) {
    addPackage(located, locations, direct, result);
    if (turns.isOver) await turns.pass();
  }
  readRegistries(context, result);
  return result;
}

/**
 * Without the limit on depth that `parseJson` has: the length of locations is limited instead, and nothing else here is
 * recursive.
 */
function parseLock(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseJson(text, where);
  }
}

const EDGES = ['dependencies', 'optionalDependencies', 'peerDependencies'];
const DECLARED = Object.keys(GROUPS);

/** Locations of what the project and its members declare; undefined when neither the lock nor a manifest says. */
function directLocations(
  root: JsonObject | undefined,
  locations: Locations,
  context: ReadContext,
  result: ReadResult,
): ReadonlySet<string> | undefined {
  let names = root ? namesIn(root, DECLARED) : [];
  if (names.length === 0) names = manifestBeside(context, 'package.json', result)?.dependencies.map((item) => item.name) ?? [];
  const wanted = [{ visible: locations.visibleFrom(''), names }];
  for (const { location, entry } of locations.folders)
    wanted.push({ visible: locations.visibleFrom(location), names: namesIn(entry, DECLARED) });
  if (wanted.every((item) => item.names.length === 0)) return undefined;
  return new Set(wanted.flatMap(({ visible, names: declared }) => declared.flatMap((name) => findIn(visible, name) ?? [])));
}

/** Adds a folder of the project: a workspace member, or the target of a link. */
function addFolder({ location, entry, line }: LocatedEntry, locations: Locations, result: ReadResult): void {
  const name = textMember(entry, 'name') ?? location.slice(location.lastIndexOf('/') + 1);
  result.local.push(name);
  result.members?.push(location);
  const place = atLine(line);
  const isInstalled = own(entry, 'integrity') !== undefined && own(entry, 'resolved') !== undefined;
  if (isInstalled) report(result, `${quoteJson(location)} is no location below node_modules, yet came from a registry`, place);
  else if (locations.topLevel(name)?.entry['link'] !== true)
    report(result, `no link leads to the folder ${quoteJson(location)}`, { ...place, note: true });
}

function addPackage(located: LocatedEntry, locations: Locations, direct: ReadonlySet<string> | undefined, result: ReadResult): void {
  const { location, entry } = located;
  const stated = textMember(entry, 'version');
  const { name, rest: version } = unalias(textMember(entry, 'name') ?? located.name ?? '', stated ?? '');
  if (own(entry, 'link') === true || isFolder(version)) {
    result.local.push(name);
    return;
  }
  const source = sourceOf(textMember(entry, 'resolved') ?? version, name) ?? sourceOf(version, name);
  const problem = problemOf({ name, version, stated: stated !== undefined, source });
  if (problem) {
    report(result, problem.reason, { ...atLine(located.line), ...(problem.note && { note: true }) });
    if (problem.note) result.local.push(name);
    return;
  }
  const record: PackageRecord = {
    name,
    version: isAddress(version) ? null : version,
    key: location,
    scope: scopeOf(entry),
    direct: direct ? direct.has(location) : null,
  };
  if (located.line !== undefined) record.line = located.line;
  if (source) record.source = source;
  addDetails(record, entry, locations);
  result.packages.push(record);
}

interface Identity {
  name: string;
  version: string;
  stated: boolean;
  source: ComponentSource | undefined;
}

/**
 * Why an entry is not a package. A repository whose manifest states no version is not a registry package either; it is
 * noted as local.
 */
function problemOf({ name, version, stated, source }: Identity): { reason: string; note?: true } | undefined {
  if (!isName(name)) return { reason: `${quoteJson(name)} is no package name` };
  if (!stated)
    return source
      ? { reason: `${quoteJson(name)} comes from ${source.kind} and states no version`, note: true }
      : { reason: `no version is stated for ${quoteJson(name)}` };
  return isVersion(version) || source ? undefined : { reason: `${quoteJson(version)} is no version of ${quoteJson(name)}` };
}

/** True for an address; version 1 writes the address of a non-registry package in place of its version. */
function isAddress(version: string): boolean {
  return version === '' || version.includes(':') || version.includes('/');
}

function addDetails(record: PackageRecord, entry: JsonObject, locations: Locations): void {
  const integrity = textMember(entry, 'integrity');
  if (integrity !== undefined) record.integrity = integrity;
  const licenses = statedLicenses(entry);
  if (licenses.length > 0) record.licenses = licenses;
  const required = own(entry, 'requires');
  const names = isObject(required) ? Object.keys(required) : namesIn(entry, EDGES);
  if (names.length === 0) return;
  const visible = locations.visibleFrom(record.key ?? '');
  const dependencies: string[] = [];
  for (const name of names) {
    const location = findIn(visible, name);
    if (location !== undefined) dependencies.push(location);
  }
  if (dependencies.length > 0) record.dependencies = dependencies;
}

/**
 * `devOptional` marks packages that development needs and production may need; they are not development dependencies.
 */
function scopeOf(entry: JsonObject): DependencyScope {
  if (own(entry, 'dev') === true) return 'dev';
  return own(entry, 'optional') === true || own(entry, 'devOptional') === true ? 'optional' : 'prod';
}
