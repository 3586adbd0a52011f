import { InputError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult } from '../reader.js';
import { systemEcosystem } from './os-release.js';
import { rows } from './paragraphs.js';
import { linkProviders, type Provider } from './providers.js';

/** Packages that apk has installed (Alpine, Wolfi, Chainguard). */
export const apk: LockfileReader = {
  id: 'apk',
  title: 'Alpine, Wolfi and Chainguard package database (lib/apk/db/installed)',
  ecosystem: 'Alpine',
  kind: 'lock',
  matches: (path) => /(?:^|\/)lib\/apk\/db\/installed$/.test(path),
  recognises: (head) => /^C:Q1/m.test(head) && /^P:\S/m.test(head),
  read(file, context) {
    const text = file.text();
    if (text.trim() === '') throw new InputError({ where: file.path, message: 'empty file, expected entries of installed packages' });
    const result = emptyResult();
    const ecosystem = systemEcosystem('apk', file, context);
    const providers: Provider[] = [];
    for (const entry of eachEntry(text, result)) {
      if (providers.length >= limits.maxPackages) {
        result.issues.push({ kind: 'too_many', reason: `more than ${limits.maxPackages} packages` });
        result.outcome = 'truncated';
        break;
      }
      const provider = packageOf(entry, ecosystem, result);
      if (provider) providers.push(provider);
    }
    if (providers.length === 0 && result.issues.length === 0)
      throw new InputError({ where: file.path, message: 'no entry of a package database' });
    linkProviders(providers);
    result.packages.push(...providers.map((provider) => provider.record));
    return result;
  },
};

/** The fields of an entry that are read, by their letter (apk-v2(5), installed database). */
interface Entry {
  line: number;
  fields: Map<string, string>;
}

const READ = 'PVAoLDp';

function* eachEntry(text: string, result: ReadResult): Generator<Entry> {
  let entry: Entry | undefined;
  let line = 0;
  for (const row of rows(text)) {
    line++;
    if (row === '') {
      if (entry) yield entry;
      entry = undefined;
      continue;
    }
    entry ??= { line, fields: new Map() };
    if (row.charAt(1) !== ':')
      result.issues.push({ kind: 'invalid_entry', line, reason: `expected "X:value", found "${row.slice(0, 40)}"` });
    else if (READ.includes(row.charAt(0))) addField(entry, row, line, result);
  }
  if (entry) yield entry;
}

function addField(entry: Entry, row: string, line: number, result: ReadResult): void {
  const letter = row.charAt(0);
  if (entry.fields.has(letter)) result.issues.push({ kind: 'invalid_entry', line, reason: `field ${letter} is given twice in one entry` });
  else entry.fields.set(letter, row.slice(2).trim());
  if (letter === 'P') entry.line = line;
}

function packageOf({ line, fields }: Entry, ecosystem: string, result: ReadResult): Provider | undefined {
  const name = fields.get('P');
  const version = fields.get('V');
  if (!isSensible(name) || !isSensible(version)) {
    result.issues.push({
      kind: 'invalid_entry',
      line,
      reason: name ? `package ${name.slice(0, 40)} has no sensible version` : 'an entry without a package name',
    });
    return undefined;
  }
  const record: PackageRecord = { name, version, ecosystem, line, key: name };
  const arch = fields.get('A');
  const origin = fields.get('o');
  const license = fields.get('L');
  if (arch) record.arch = arch;
  if (origin && origin !== name) record.origin = { name: origin };
  if (license) record.licenses = [license];
  return { record, names: [name, ...names(fields.get('p'))], needs: names(fields.get('D')) };
}

function isSensible(text: string | undefined): text is string {
  return text !== undefined && text !== '' && text.length <= limits.maxNameLength;
}

/**
 * `so:libc.musl-x86_64.so.1=1 /bin/sh !conflict busybox>1.2`: returns names without versions; conflicts are not
 * dependencies.
 */
function names(field: string | undefined): string[] {
  if (!field) return [];
  return field
    .split(' ')
    .filter((part) => part !== '' && !part.startsWith('!'))
    .map((part) => part.split(/[<>=~]/, 1)[0] ?? part);
}
