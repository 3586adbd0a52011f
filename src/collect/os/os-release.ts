import { InputError } from '../../support/errors.js';
import type { ReadContext, SourceFile } from '../reader.js';
import { type Distribution, ecosystemOfDistribution, type PackageFamily } from './distribution.js';

/**
 * The ecosystem of the system that a package database belongs to, from the os-release file of the same root
 * (os-release(5)): `Ubuntu:22.04`. Without that file it is the family's name.
 */
export function systemEcosystem(family: PackageFamily, database: SourceFile, context: ReadContext): string {
  const root = '../'.repeat(depthBelowRoot(database.path));
  for (const path of ['etc/os-release', 'usr/lib/os-release']) {
    const file = context.sibling(root + path);
    const text = file && readable(file);
    if (text) return ecosystemOfDistribution(family, candidatesOf(parseOsRelease(text)));
  }
  return ecosystemOfDistribution(family, []);
}

/** Assignments of an os-release file: shell syntax without expansion, without quotes. */
export function parseOsRelease(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const equals = line.indexOf('=');
    if (equals <= 0 || line.startsWith('#')) continue;
    values.set(line.slice(0, equals).trim(), unquote(line.slice(equals + 1).trim()));
  }
  return values;
}

const DATABASE = /(?:^|\/)((?:var\/lib|usr\/lib|usr\/share|lib)\/(?:dpkg|apk|rpm|sysimage)\/.*)$/;

/** Number of folders between the system's root and the database: `var/lib/dpkg/status` has three. */
function depthBelowRoot(path: string): number {
  const below = DATABASE.exec(path)?.[1] ?? path;
  return below.split('/').length - 1;
}

function readable(file: SourceFile): string | undefined {
  try {
    return file.text();
  } catch (error) {
    // An unreadable os-release is treated like a missing one; the packages are still listed, without a release.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The system's own id first, then the Ubuntu or Debian release that a derivative says it is built on. */
function candidatesOf(values: ReadonlyMap<string, string>): Distribution[] {
  const id = values.get('ID') ?? 'linux';
  const own: Distribution = { id, version: values.get('VERSION_ID'), codename: values.get('VERSION_CODENAME') };
  const ubuntu = values.get('UBUNTU_CODENAME');
  const debian = values.get('DEBIAN_CODENAME');
  return [
    own,
    ...(ubuntu && id !== 'ubuntu' ? [{ id: 'ubuntu', codename: ubuntu }] : []),
    ...(debian && id !== 'debian' ? [{ id: 'debian', codename: debian }] : []),
  ];
}

function unquote(value: string): string {
  const quote = value.charAt(0);
  if ((quote !== '"' && quote !== "'") || value.length < 2 || !value.endsWith(quote)) return value;
  const inner = value.slice(1, -1);
  return quote === '"' ? inner.replace(/\\([\\"$`])/g, '$1') : inner;
}
