import { packagist } from '../../../ecosystems/packagist.js';
import type { ComponentSource, DependencyScope } from '../../../model/component.js';
import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadContext, type ReadResult, type SourceFile } from '../../reader.js';
import { gitSource } from '../entries/git-source.js';
import { addPackage, registrySource } from '../entries/package-entry.js';
import { atLine, report, reportRefusal } from '../entries/report.js';
import { tableMember, textMember, textMembers } from '../entries/table-members.js';
import { JsonTextLines } from '../syntax/json-text-lines.js';

/**
 * `packages-dev` holds the packages that only `require-dev` needs; the project's direct dependencies are in the
 * composer.json beside the lock.
 */
export const composerLock: LockfileReader = {
  id: 'composer-lock',
  title: 'composer.lock (Composer 1 and 2)',
  ecosystem: 'Packagist',
  kind: 'lock',
  matches: (path) => path === 'composer.lock' || path.endsWith('/composer.lock'),
  recognises: (head) => /^\s*\{/.test(head) && /"content-hash"\s*:|"packages-dev"\s*:/.test(head),
  read: readComposerLock,
};

const SECTIONS: readonly { key: string; scope: DependencyScope }[] = [
  { key: 'packages', scope: 'prod' },
  { key: 'packages-dev', scope: 'dev' },
];

function readComposerLock(file: SourceFile, context: ReadContext): ReadResult {
  const document = parseJson(file.text(), file.path);
  if (!isObject(document) || !Array.isArray(own(document, 'packages')))
    throw new InputError({ where: file.path, message: 'expected an object with a list "packages", so not a lockfile of Composer' });
  const result = emptyResult();
  const lines = new JsonTextLines(file.text());
  const direct = declaredNames(context, result);
  for (const { key, scope } of SECTIONS) {
    const list = own(document, key);
    if (Array.isArray(list)) for (const entry of list) addEntry(result, entry, { scope, direct, lines });
    else if (list !== null) report(result, `expected a list "${key}"`);
  }
  return withEdges(result);
}

/** The fields that all entries of one section share. */
interface Section {
  scope: DependencyScope;
  direct: ReadonlySet<string> | undefined;
  lines: JsonTextLines;
}

function addEntry(result: ReadResult, entry: unknown, { scope, direct, lines }: Section): void {
  const written = isObject(entry) ? textMember(entry, 'name') : undefined;
  if (!isObject(entry) || written === undefined || written === '') {
    report(result, 'an entry of the packages has no name');
    return;
  }
  const name = written.toLowerCase();
  const at = atLine(lines.next(written, 'name'));
  const version = textMember(entry, 'version');
  const around = { name, scope, direct: direct ? direct.has(name) : null, ...at };
  if (textMember(tableMember(entry, 'dist'), 'type') === 'path') result.local.push(name);
  else if (version === undefined || version === '') report(result, `${quoteJson(name)} has no version`, at);
  else addPackage(result, { ...around, version, ...factsOf(entry, version) });
}

function factsOf(entry: JsonObject, version: string): Partial<PackageRecord> {
  const source = sourceOf(entry, version);
  const licenses = textMembers(entry, 'license');
  const digest = textMember(tableMember(entry, 'dist'), 'shasum') ?? '';
  return {
    dependencies: Object.keys(tableMember(entry, 'require')),
    ...(source && { source }),
    ...(licenses.length > 0 && { licenses }),
    ...(digest !== '' && { integrity: `sha1:${digest}` }),
  };
}

/**
 * A branch (`dev-main`, `2.x-dev`) is identified by its commit, a release by the repository that is notified of its
 * downloads.
 */
function sourceOf(entry: JsonObject, version: string): ComponentSource | undefined {
  const place = textMember(tableMember(entry, 'source'), 'url') === undefined ? 'dist' : 'source';
  const url = textMember(tableMember(entry, place), 'url') ?? '';
  const reference = textMember(tableMember(entry, 'source'), 'reference') ?? textMember(tableMember(entry, 'dist'), 'reference');
  if (/^dev-|-dev$/i.test(version) && reference !== undefined)
    return { ...gitSource(url, reference), kind: place === 'source' ? 'git' : 'url' };
  return registrySource(textMember(entry, 'notification-url'), packagist);
}

/** Requirements become edges to the locked packages of that name; `php` and `ext-…` are not packages. */
function withEdges(result: ReadResult): ReadResult {
  const keys = new Map(result.packages.map(({ name, version }) => [name, `${name}@${version}`]));
  for (const record of result.packages)
    record.dependencies = (record.dependencies ?? []).flatMap((name) => keys.get(name.toLowerCase()) ?? []);
  return result;
}

/** Names that composer.json requires; undefined when there is none or it cannot be read. */
function declaredNames(context: ReadContext, result: ReadResult): ReadonlySet<string> | undefined {
  const manifest = context.sibling('composer.json');
  if (!manifest) return undefined;
  try {
    const document = parseJson(manifest.text(), manifest.path);
    if (!isObject(document)) return undefined;
    const names = ['require', 'require-dev'].flatMap((key) => Object.keys(tableMember(document, key)));
    return new Set(names.map((name) => name.toLowerCase()));
  } catch (error) {
    reportRefusal(error, manifest.path, result);
    return undefined;
  }
}
