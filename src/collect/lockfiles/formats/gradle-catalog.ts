import { isObject, type JsonObject, own } from '../../../support/json.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type ReadResult, type SourceFile } from '../../reader.js';
import { exactGradleVersion, isCoordinate } from '../entries/maven-coordinates.js';
import { textMember } from '../entries/table-members.js';
import { tomlLines } from '../syntax/toml-lines.js';

/**
 * Versions that a Gradle build declares in one place. Build scripts decide which of the libraries a project uses, and
 * for what.
 */
export const gradleCatalog: LockfileReader = {
  id: 'gradle-catalog',
  title: 'gradle/libs.versions.toml, *.versions.toml (Gradle version catalogues)',
  ecosystem: 'Maven',
  kind: 'manifest',
  resolveHint: 'run `gradle dependencies --write-locks` with dependency locking switched on',
  matches: (path) => /(?:^|\/)[^/]+\.versions\.toml$/.test(path),
  recognises: (head) => /^\[libraries\]/m.test(head) && /\bmodule = "|\bversion\.ref = "|^\[versions\]/m.test(head),
  read: async (file) => {
    const { parseToml } = await import('../syntax/toml-document.js');
    const result = emptyResult();
    return new CatalogReading(file, parseToml(file.text(), file.path, result.issues), result).read();
  },
};

const TABLES = new Set(['metadata', 'versions', 'libraries', 'bundles', 'plugins']);

/** The library that an alias stands for; `version` is absent when none is stated. */
interface Declared {
  name: string;
  version: unknown;
}

class CatalogReading {
  private readonly lines: ReadonlyMap<string, number>;

  constructor(
    file: SourceFile,
    private readonly document: JsonObject,
    private readonly result: ReadResult,
  ) {
    this.lines = aliasLines(file.text());
  }

  read(): ReadResult {
    for (const name of Object.keys(this.document)) if (!TABLES.has(name)) this.issue(`unknown table ${quoteJson(name)}`, name);
    for (const [alias, value] of this.table('versions')) {
      if (this.requirementOf(value) === undefined) this.issue(`version ${quoteJson(alias)} is none`, `versions.${alias}`);
    }
    for (const [alias, value] of this.table('libraries')) this.add(`libraries.${alias}`, libraryOf(value));
    for (const [alias, value] of this.table('plugins')) this.add(`plugins.${alias}`, pluginOf(value));
    this.checkBundles();
    return this.result;
  }

  private table(name: string): [alias: string, value: unknown][] {
    const table = own(this.document, name) ?? {};
    if (isObject(table)) return Object.entries(table);
    this.issue(`${name} is no table`, name);
    return [];
  }

  private add(path: string, declared: Declared | undefined): void {
    if (!declared) {
      this.issue(`${quoteJson(path)} names no module`, path);
      return;
    }
    const facts = { name: declared.name, scope: 'unknown' as const, direct: true, ...this.at(path) };
    const requirement = this.requirementOf(declared.version) ?? '';
    const version = exactGradleVersion(requirement);
    if (version === undefined) this.result.unresolved.push({ ...facts, requirement });
    else this.result.packages.push({ ...facts, version });
  }

  /**
   * The requirement of a version: a text, a reference, or a rich version, of which `strictly` counts before `require`
   * (Gradle, "Declaring rich versions"). `prefer` counts only when nothing narrower is stated, because anything else in
   * the build overrules it.
   */
  private requirementOf(version: unknown): string | undefined {
    if (typeof version === 'string') return version.includes(':') ? undefined : version;
    if (!isObject(version)) return undefined;
    const reference = textMember(version, 'ref');
    if (reference !== undefined) return this.referenced(reference);
    if (own(version, 'rejectAll') === true) return '';
    return textMember(version, 'strictly') ?? textMember(version, 'require') ?? textMember(version, 'prefer') ?? '';
  }

  /** In references Gradle treats `-`, `_` and `.` as equal. A reference to a reference is not allowed. */
  private referenced(reference: string): string {
    const same = (alias: string) => alias.replace(/[-_]/g, '.') === reference.replace(/[-_]/g, '.');
    const versions = own(this.document, 'versions');
    const alias = isObject(versions) ? Object.keys(versions).find((name) => name === reference || same(name)) : undefined;
    const value = alias !== undefined && isObject(versions) ? versions[alias] : undefined;
    if (isObject(value) && own(value, 'ref') !== undefined) return '';
    return this.requirementOf(value) ?? '';
  }

  /** A bundle with unknown libraries shows that some were lost. */
  private checkBundles(): void {
    const aliases = new Set(this.table('libraries').map(([alias]) => alias.replace(/[_.]/g, '-')));
    for (const [bundle, members] of this.table('bundles')) {
      const list: readonly unknown[] = Array.isArray(members) ? members : [members];
      const missing = list.find((member) => typeof member !== 'string' || !aliases.has(member.replace(/[_.]/g, '-')));
      if (missing !== undefined) this.issue(`bundle ${quoteJson(bundle)} holds a library that is not declared`, `bundles.${bundle}`);
    }
  }

  private issue(reason: string, path: string): void {
    this.result.issues.push({ kind: 'invalid_entry', reason, ...this.at(path) });
  }

  private at(path: string): { line?: number } {
    const line = this.lines.get(path);
    return line === undefined ? {} : { line };
  }
}

/** `group:name:version`, or a table with `module`, or with `group` and `name`. */
function libraryOf(value: unknown): Declared | undefined {
  if (typeof value === 'string') return moduleOf(value);
  if (!isObject(value)) return undefined;
  const module = textMember(value, 'module') ?? `${textMember(value, 'group') ?? ''}:${textMember(value, 'name') ?? ''}`;
  const named = moduleOf(module);
  return named && named.version === undefined ? { name: named.name, version: own(value, 'version') } : undefined;
}

/** A plugin is resolved through its marker artifact: `<id>:<id>.gradle.plugin` (Gradle, "Plugin marker artifacts"). */
function pluginOf(value: unknown): Declared | undefined {
  const [id, version] =
    typeof value === 'string' ? value.split(':', 2) : isObject(value) ? [textMember(value, 'id'), own(value, 'version')] : [];
  return id !== undefined && isCoordinate(id) ? { name: `${id}:${id}.gradle.plugin`, version } : undefined;
}

/** The version may contain ranges and `!!`, so it is everything after the second colon. */
function moduleOf(text: string): Declared | undefined {
  const [group = '', name = '', ...rest] = text.split(':');
  if (!isCoordinate(group) || !isCoordinate(name)) return undefined;
  return { name: `${group}:${name}`, version: rest.length === 0 ? undefined : rest.join(':') };
}

/** Lines of aliases by `table.alias`, whether they are keys or tables of their own. The first one wins. */
function aliasLines(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  for (const { line, table, key } of tomlLines(text)) {
    const path = key === undefined ? table : `${table}.${key}`;
    if (!lines.has(path)) lines.set(path, line);
  }
  return lines;
}
