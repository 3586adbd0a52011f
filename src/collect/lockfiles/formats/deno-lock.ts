import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult, type SourceFile } from '../../reader.js';
import { sourceOf } from '../entries/npm/npm-address.js';
import { isName, splitDescriptor, unalias } from '../entries/npm/npm-names.js';
import { atLine, report } from '../entries/report.js';
import { textMember } from '../entries/table-members.js';
import { isVersion } from '../entries/version.js';
import { type KeyNode, keyTree } from '../syntax/json-keys.js';

const KNOWN_VERSIONS = new Set(['2', '3', '4', '5']);
const KNOWN_MEMBERS = new Set(['version', 'specifiers', 'packages', 'npm', 'jsr', 'remote', 'redirects', 'workspace']);

/** Deno's lock with packages of npm and JSR. Modules imported by address (`remote`) belong to no registry. */
export const denoLock: LockfileReader = {
  id: 'deno-lock',
  title: 'deno.lock (version 2–5)',
  ecosystem: 'npm',
  kind: 'lock',
  matches: (path) => path === 'deno.lock' || path.endsWith('/deno.lock'),
  recognises: (head) => /^\s*\{\s*"version"\s*:\s*"[1-9]"/.test(head) && /"(?:specifiers|remote|npm|jsr|packages)"\s*:/.test(head),
  read: readDenoLock,
};

function readDenoLock(file: SourceFile): ReadResult {
  const text = file.text();
  const document = parseJson(text, file.path);
  if (!isObject(document)) throw new InputError({ where: file.path, message: 'expected an object, so not a lockfile of Deno' });
  const version = own(document, 'version');
  const result = emptyResult();
  if (version === undefined && isFirstVersion(document)) return result;
  if (typeof version !== 'string' || !KNOWN_VERSIONS.has(version)) {
    throw new InputError({
      where: file.path,
      issue: 'unsupported_version',
      message: `version ${quoteJson(String(version))} is none of 2, 3, 4 and 5`,
    });
  }
  for (const holder of [document, objectIn(document, 'packages'), version === '2' ? objectIn(document, 'npm') : {}]) {
    for (const key of Object.keys(holder))
      if (!KNOWN_MEMBERS.has(key)) report(result, `member ${quoteJson(key)} is unknown`, { note: true });
  }
  const tree = keyTree(text);
  for (const { key, line } of tree.repeated) report(result, `${quoteJson(key)} stands here twice`, { line });
  const reading = new DenoReading(sectionsOf(document, tree.root), file.path, result);
  reading.run();
  return result;
}

/** The first lock format was a plain table from module address to hash; it had no packages. */
function isFirstVersion(document: JsonObject): boolean {
  return Object.entries(document).every(([address, hash]) => /^https?:/.test(address) && typeof hash === 'string');
}

interface Sections {
  npm: unknown;
  jsr: unknown;
  /** From requirement, with or without its registry's prefix, to the version it was resolved to. */
  specifiers: JsonObject;
  lines: { npm: KeyNode | undefined; jsr: KeyNode | undefined };
}

/** Version 2 keeps packages in `npm.packages`, version 3 in `packages`, later ones at the top. */
function sectionsOf(document: JsonObject, root: KeyNode): Sections {
  const packages = own(document, 'packages');
  const npm = own(document, 'npm');
  const nested = isObject(npm) ? own(npm, 'packages') : undefined;
  if (isObject(nested) && isObject(npm)) {
    return {
      npm: nested,
      jsr: undefined,
      specifiers: objectIn(npm, 'specifiers'),
      lines: { npm: root.members.get('npm')?.members.get('packages'), jsr: undefined },
    };
  }
  const holder = isObject(packages) ? packages : document;
  const node = isObject(packages) ? root.members.get('packages') : root;
  const lines = { npm: node?.members.get('npm'), jsr: node?.members.get('jsr') };
  return { npm: own(holder, 'npm'), jsr: own(holder, 'jsr'), specifiers: objectIn(holder, 'specifiers'), lines };
}

function objectIn(holder: JsonObject, member: string): JsonObject {
  const value = own(holder, member);
  return isObject(value) ? value : {};
}

class DenoReading {
  /** Keys by name, for dependencies that are written without a version because there is only one. */
  private readonly keys = new Map<string, string>();

  constructor(
    private readonly sections: Sections,
    private readonly where: string,
    private readonly result: ReadResult,
  ) {}

  run(): void {
    const npm = this.section('npm');
    const jsr = this.section('jsr');
    for (const key of Object.keys(npm)) this.keys.set(splitDescriptor(key).name, key);
    for (const key of Object.keys(jsr)) this.keys.set(`jsr:${splitDescriptor(key).name}`, `jsr:${key}`);
    for (const [key, entry] of Object.entries(npm)) this.add('npm', key, entry);
    for (const [key, entry] of Object.entries(jsr)) this.add('jsr', key, entry);
  }

  private section(name: 'npm' | 'jsr'): JsonObject {
    const section = this.sections[name] ?? {};
    if (isObject(section)) return section;
    throw new InputError({ where: this.where, message: `expected an object in ${name}` });
  }

  private add(registry: 'npm' | 'jsr', key: string, entry: unknown): void {
    const line = this.sections.lines[registry]?.members.get(key)?.line;
    const place = atLine(line);
    const { name, rest } = splitDescriptor(key);
    // Peers follow an underscore, which a version cannot contain.
    const version = rest.split('_', 1)[0] ?? '';
    if (!isObject(entry) || !isName(name) || !isVersion(version)) {
      report(this.result, `${quoteJson(key)} is no name and version with an object`, place);
      return;
    }
    const record: PackageRecord = { name, version, key: registry === 'npm' ? key : `jsr:${key}`, ...place };
    if (registry === 'jsr') record.ecosystem = 'jsr';
    const dependencies = this.edges(entry);
    if (dependencies.length > 0) record.dependencies = dependencies;
    const integrity = textMember(entry, 'integrity');
    // JSR packages are pinned by the bare SHA-256 of their manifest.
    if (integrity !== undefined) record.integrity = /^[0-9a-f]{64}$/.test(integrity) ? `sha256:${integrity}` : integrity;
    const source = sourceOf(textMember(entry, 'tarball') ?? '', name);
    if (source) record.source = source;
    this.result.packages.push(record);
  }

  /** Up to version 3 an object from name to key, later a list of names, keys, or requirements with a prefix. */
  private edges(entry: JsonObject): string[] {
    const groups = [own(entry, 'dependencies'), own(entry, 'optionalDependencies')];
    return groups.flatMap((group) => {
      const texts: readonly unknown[] = Array.isArray(group) ? group : isObject(group) ? Object.values(group) : [];
      return texts.flatMap((text) => (typeof text === 'string' ? (this.keyOf(text) ?? []) : []));
    });
  }

  private keyOf(text: string): string | undefined {
    const known = own(this.sections.specifiers, text);
    const isJsr = text.startsWith('jsr:');
    const bare = isJsr ? text.slice('jsr:'.length) : text.startsWith('npm:') ? text.slice('npm:'.length) : text;
    const prefix = isJsr ? 'jsr:' : '';
    const { name, rest } = splitDescriptor(bare);
    if (typeof known === 'string') return prefix + resolved(name, known);
    if (rest === '') return this.keys.get(prefix + name);
    const { name: real, rest: version } = unalias(name, rest);
    return `${prefix}${real}@${version}`;
  }
}

/**
 * Versions 2 and 3 write the whole `name@version` (with prefix) as the value of a specifier, later ones only the
 * version.
 */
function resolved(name: string, value: string): string {
  const bare = value.replace(/^(?:npm|jsr):/, '');
  return splitDescriptor(bare).rest === '' || /^\d/.test(bare) ? `${name}@${bare}` : bare;
}
