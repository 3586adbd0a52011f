import type { ComponentSource, DependencyScope } from '../../../model/component.js';
import type { RegistrySetting } from '../../../model/inventory.js';
import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import { emptyResult, type LockfileReader, type ReadContext, type ReadResult, type SourceFile } from '../../reader.js';
import { gitSource } from '../entries/git-source.js';
import { readAddress } from '../entries/python/python-address.js';
import { indexSource, registrySetting } from '../entries/python/python-registries.js';
import { exactVersion, pypiName } from '../entries/python/python-requirement.js';
import { listMember, tableMember, textMember, textMembers } from '../entries/table-members.js';
import { JsonKeyLines } from '../syntax/json-key-lines.js';

/** `default` is production, `develop` development; only the project knows the purpose of further categories. */
export const pipfileLock: LockfileReader = {
  id: 'pipfile-lock',
  title: 'Pipfile.lock (specification 6)',
  ecosystem: 'PyPI',
  kind: 'lock',
  matches: (path) => /(?:^|\/)Pipfile\.lock$/.test(path),
  recognises: (head) => /^\s*\{\s*"_meta"\s*:/.test(head),
  read: async (file, context) => {
    const document = parseJson(file.text(), file.path);
    if (!isObject(document))
      throw new InputError({ where: file.path, message: 'expected an object with "_meta", "default" and "develop"' });
    const result = emptyResult();
    return readPipfileLock(file, document, result, await namesInPipfile(context, result));
  },
};

/** Every key except `_meta` is a category (pipenv 2022.10 and later). */
function readPipfileLock(file: SourceFile, document: JsonObject, result: ReadResult, direct: ReadonlySet<string> | undefined): ReadResult {
  const meta = tableMember(document, '_meta');
  const specification = own(meta, 'pipfile-spec');
  if (typeof specification === 'number' && specification > 6) {
    result.outcome = 'unsupported';
    result.issues.push({ kind: 'unsupported_version', reason: `Pipfile specification ${specification}, known is 6` });
  }
  const indexes = readIndexes(meta, result, file.path);
  const lines = new JsonKeyLines(file.text());
  for (const [category, packages] of Object.entries(document)) {
    if (category === '_meta') continue;
    lines.next(category);
    if (isObject(packages)) addCategory(result, packages, { scope: scopeOf(category), direct, indexes, lines });
    else result.issues.push({ kind: 'invalid_entry', reason: `"${category.slice(0, 80)}" is no object of packages` });
  }
  if (!Object.hasOwn(document, 'default') && !Object.hasOwn(document, 'develop')) {
    result.issues.push({ kind: 'unparsable', reason: 'expected "default" or "develop", found neither' });
  }
  return result;
}

/** State shared by all entries of one category. */
interface Category {
  scope: DependencyScope;
  direct: ReadonlySet<string> | undefined;
  /** Addresses of indexes other than PyPI, by the names that entries use. */
  indexes: ReadonlyMap<string, ComponentSource>;
  lines: JsonKeyLines;
}

/** Pipenv defines the meaning of only two categories. */
function scopeOf(category: string): DependencyScope {
  if (category === 'default') return 'prod';
  return category === 'develop' ? 'dev' : 'unknown';
}

function addCategory(result: ReadResult, packages: JsonObject, { scope, direct, indexes, lines }: Category): void {
  for (const [written, entry] of Object.entries(packages)) {
    const name = pypiName(written);
    const line = lines.next(written);
    const at = line === undefined ? {} : { line };
    const around = { scope, direct: direct ? direct.has(name) : null, ...at };
    if (!isObject(entry)) {
      result.issues.push({
        kind: 'invalid_entry',
        reason: `entry of ${name.slice(0, 80)} is no object`,
        ...at,
      });
      continue;
    }
    const place = placeOf(entry, name);
    if (place === 'folder') {
      result.local.push(name);
      if (!isProject(entry))
        result.issues.push({ kind: 'invalid_entry', reason: `${name.slice(0, 80)} is a folder, yet not editable`, ...at, note: true });
    } else if (place) result.packages.push({ name, ...place, ...around });
    else addVersioned(result, { name, entry, index: indexes.get(textMember(entry, 'index') ?? '') }, around);
  }
}

/** Pipenv marks the project itself and its own folders as editable. */
function isProject(entry: JsonObject): boolean {
  return own(entry, 'editable') === true;
}

/** A repository, archive or folder; undefined for packages from an index. */
function placeOf(entry: JsonObject, name: string): { version: string | null; source: ComponentSource } | 'folder' | undefined {
  const version = exactVersion(textMember(entry, 'version') ?? '');
  const git = textMember(entry, 'git');
  if (git !== undefined) return { version, source: gitSource(git, textMember(entry, 'ref')) };
  const address = textMember(entry, 'file') ?? textMember(entry, 'path') ?? textMember(entry, 'hg') ?? textMember(entry, 'svn');
  if (address === undefined) return undefined;
  const found = readAddress(address);
  if ('folder' in found) return 'folder';
  return { version: version ?? (found.name === name ? found.version : null), source: found.source };
}

/** Pipenv writes exact versions; `*` and ranges come from hand-edited or very old files. */
function addVersioned(
  result: ReadResult,
  { name, entry, index }: { name: string; entry: JsonObject; index: ComponentSource | undefined },
  around: object,
): void {
  const requirement = textMember(entry, 'version') ?? '';
  const version = exactVersion(requirement);
  const [integrity, ...more] = textMembers(entry, 'hashes');
  if (version === null) result.unresolved.push({ name, requirement, ...around });
  else
    result.packages.push({
      name,
      version,
      ...around,
      ...(index && { source: index }),
      ...(integrity !== undefined && more.length === 0 && { integrity }),
    });
}

/** Entries refer to their index by a name that `_meta.sources` defines. */
function readIndexes(meta: JsonObject, result: ReadResult, path: string): Map<string, ComponentSource> {
  const found = new Map<string, ComponentSource>();
  const registries: RegistrySetting[] = [];
  for (const index of listMember(meta, 'sources').filter(isObject)) {
    const url = textMember(index, 'url') ?? '';
    const source = indexSource(url);
    const setting = registrySetting(url, path);
    if (source) found.set(textMember(index, 'name') ?? '', source);
    if (setting) registries.push(setting);
  }
  if (registries.length > 0) result.registries = registries;
  return found;
}

/** Names that the Pipfile beside the lock declares; undefined when there is none, or it cannot be read. */
async function namesInPipfile(context: ReadContext, result: ReadResult): Promise<Set<string> | undefined> {
  const file = context.sibling('Pipfile');
  if (!file) return undefined;
  const { parseToml } = await import('../syntax/toml-document.js');
  try {
    const document = parseToml(file.text(), file.path);
    const categories = Object.keys(document).filter((key) => !['source', 'requires', 'scripts', 'pipenv', 'pipfile'].includes(key));
    return new Set(categories.flatMap((category) => Object.keys(tableMember(document, category))).map(pypiName));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    result.issues.push({ kind: error.issue, reason: `direct dependencies unknown: ${error.message}`, path: file.path, note: true });
    return undefined;
  }
}
