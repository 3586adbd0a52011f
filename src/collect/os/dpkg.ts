import type { OriginPackage } from '../../model/component.js';
import { InputError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult } from '../reader.js';
import { systemEcosystem } from './os-release.js';
import { eachParagraph, type Stanza } from './paragraphs.js';
import { dependencyNames, linkProviders, type Provider } from './providers.js';

/**
 * Packages installed by dpkg (`var/lib/dpkg/status`; distroless images have one file for each package in `status.d`).
 */
export const dpkg: LockfileReader = {
  id: 'dpkg',
  title: 'Debian and Ubuntu package database (var/lib/dpkg/status, status.d)',
  ecosystem: 'Debian',
  kind: 'lock',
  matches: (path) => DATABASE.test(path) && !path.endsWith('.md5sums'),
  recognises: (head) => /^Package: \S/m.test(head) && /^Status: \w+ \w+ \S/m.test(head),
  read(file, context) {
    const result = emptyResult();
    const ecosystem = systemEcosystem('deb', file, context);
    const providers: Provider[] = [];
    let paragraphs = 0;
    const text = file.text();
    if (text.trim() === '') throw new InputError({ where: file.path, message: 'empty file, expected paragraphs of installed packages' });
    for (const paragraph of eachParagraph(text, (line, reason) => result.issues.push({ kind: 'invalid_entry', line, reason }))) {
      if (++paragraphs > limits.maxPackages) {
        result.issues.push({ kind: 'too_many', reason: `more than ${limits.maxPackages} packages` });
        result.outcome = 'truncated';
        break;
      }
      const record = packageOf(paragraph, ecosystem, result);
      if (record) providers.push(record);
    }
    if (paragraphs === 0) throw new InputError({ where: file.path, message: 'no paragraph of a package database' });
    linkProviders(providers);
    result.packages.push(...providers.map((provider) => provider.record));
    return result;
  },
};

const DATABASE = /(?:^|\/)var\/lib\/dpkg\/status(?:\.d\/[^/]+)?$/;

/** States in which files of the package are on the disk (dpkg(1), package states). */
const PRESENT = new Set(['installed', 'unpacked', 'half-installed', 'half-configured', 'triggers-awaited', 'triggers-pending']);
const ABSENT = new Set(['not-installed', 'config-files']);

function packageOf({ fields, line }: Stanza, ecosystem: string, result: ReadResult): Provider | undefined {
  const value = (field: string) => fields.get(field)?.value ?? '';
  const name = value('package');
  const at = fields.get('package')?.line ?? line;
  const complain = (reason: string) => void result.issues.push({ kind: 'invalid_entry', line: at, reason });
  if (!isPresent(value('status'), complain)) return undefined;
  if (!NAME.test(name)) return complain(name ? `"${name.slice(0, 40)}" is no package name` : 'a paragraph without a Package field');
  const version = value('version');
  if (!version || version.length > limits.maxNameLength)
    return complain(`package ${name} has no Version field${version && ' of a sensible length'}`);
  const arch = value('architecture');
  const record: PackageRecord = { name, version, ecosystem, line: at, key: `${name}:${arch}` };
  if (arch) record.arch = arch;
  const origin = originOf(name, value('source'));
  if (origin) record.origin = origin;
  const needs = dependencyNames(`${value('pre-depends')},${value('depends')}`);
  return { record, names: [name, ...dependencyNames(value('provides'))], needs };
}

/** `install ok installed`: wanted state, error flag, state. An unknown state counts as installed. */
function isPresent(status: string, complain: (reason: string) => void): boolean {
  const state = status.split(/\s+/)[2]?.toLowerCase() ?? 'installed';
  if (ABSENT.has(state)) return false;
  if (!PRESENT.has(state)) complain(`unknown package state "${state.slice(0, 40)}", taken as installed`);
  return true;
}

/** The names that dpkg accepts (`pkg_name_is_illegal`); only Debian's policy forbids capitals and `_`. */
const NAME = /^[a-z0-9][a-z0-9+._-]{0,511}$/i;

/** `Source: glibc (2.36-9)`; the version is given only if it differs from the binary's. */
function originOf(name: string, source: string): OriginPackage | undefined {
  const match = /^([^\s(]{1,512})\s*(?:\(([^)\s]{1,512})\))?/.exec(source);
  const [, sourceName, version] = match ?? [];
  if (!sourceName || (sourceName === name && !version)) return undefined;
  return { name: sourceName, ...(version && { version }) };
}
