import { InputError } from '../../support/errors.js';
import { limits } from '../../support/limits.js';
import { emptyResult, type PackageRecord, type ReadContext, type ReadResult, type SourceFile } from '../reader.js';
import { originOfSourceRpm } from './origin.js';
import { systemEcosystem } from './os-release.js';
import { linkProviders, type Provider } from './providers.js';
import { isBerkeleyDb, readBerkeleyDb } from './rpm-bdb.js';
import { parseRpmHeader, type RpmPackage } from './rpm-header.js';
import { isNdb, readNdb } from './rpm-ndb.js';
import { isSqlite, readRpmSqlite } from './rpm-sqlite.js';
import { withWriteAheadLog } from './sqlite-log.js';

/**
 * Packages of an rpm database in any of its formats. Throws InputError when no header can be read. If the file turns
 * out to be broken later, the packages read so far are kept, with the outcome `failed`.
 */
export function readRpmDatabase(file: SourceFile, context: ReadContext): ReadResult {
  const result = emptyResult();
  const ecosystem = systemEcosystem('rpm', file, context);
  const providers: Provider[] = [];
  try {
    collect(headersOf(file, context), result, (header) => providers.push(providerOf(header, ecosystem)));
  } catch (error) {
    if (!(error instanceof InputError) || providers.length === 0) throw error;
    result.issues.push({ kind: error.issue, reason: error.message });
    result.outcome = 'failed';
  }
  const [problem] = result.issues;
  if (providers.length === 0 && problem) throw new InputError({ where: file.path, message: problem.reason });
  linkProviders(providers);
  completeOrigins(providers.map(({ record }) => record));
  result.packages.push(...providers.map((provider) => provider.record));
  return result;
}

function collect(blobs: Iterable<Uint8Array>, result: ReadResult, add: (header: RpmPackage) => number): void {
  for (const blob of blobs) {
    const header = readHeader(blob, result);
    if (!header || add(header) < limits.maxPackages) continue;
    result.issues.push({ kind: 'too_many', reason: `more than ${limits.maxPackages} packages` });
    result.outcome = 'truncated';
    return;
  }
}

/** The headers of an rpm database in any of its formats, also one that is only in SQLite's write-ahead log. Throws InputError. */
export function headersOf(file: SourceFile, context: ReadContext): Iterable<Uint8Array> {
  const bytes = file.bytes();
  if (bytes.length === 0) throw new InputError({ where: file.path, message: 'empty file, expected an rpm database' });
  if (isBerkeleyDb(bytes)) return readBerkeleyDb(bytes, file.path);
  if (isNdb(bytes)) return readNdb(bytes, file.path);
  if (isSqlite(bytes)) return readRpmSqlite(withLog(bytes, file, context), file.path);
  throw new InputError({ where: file.path, message: 'no rpm database: neither Berkeley DB, ndb nor SQLite' });
}

/** SQLite's write-ahead log may hold packages that are not in the file yet. */
function withLog(bytes: Uint8Array, file: SourceFile, context: ReadContext): Uint8Array {
  const log = context.sibling(`${file.path.slice(file.path.lastIndexOf('/') + 1)}-wal`);
  return log && log.size > 0 ? withWriteAheadLog(bytes, log.bytes()) : bytes;
}

/** Values of a few bytes are the database's own counters, not headers. */
function readHeader(blob: Uint8Array, result: ReadResult): RpmPackage | undefined {
  if (blob.length <= 4) return undefined;
  try {
    const header = parseRpmHeader(blob);
    // Keys that packages are signed with are kept as if they were packages.
    return header.name === 'gpg-pubkey' ? undefined : header;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    result.issues.push({ kind: 'invalid_entry', reason: error.message });
    return undefined;
  }
}

function providerOf(header: RpmPackage, ecosystem: string): Provider {
  const { name, version, arch, license, sourceRpm, vendor, module } = header;
  const record: PackageRecord = { name, version, ecosystem, key: `${name}@${version}:${arch ?? ''}` };
  if (arch) record.arch = arch;
  if (license) record.licenses = [license];
  if (vendor) record.vendor = vendor;
  if (module) record.module = module.split(':', 2).join(':');
  const origin = sourceRpm && originOfSourceRpm(sourceRpm);
  if (origin) record.origin = origin;
  return { record, names: [name, ...header.provides], needs: header.requires };
}

/**
 * The name of a source rpm leaves out its epoch, which advisories state. It is that of the packages built from it in the source's own
 * version; some packages of the same source have versions and epochs of their own.
 */
function completeOrigins(records: readonly PackageRecord[]): void {
  const epochs = new Map<string, string>();
  for (const { version, origin } of records) {
    const [, epoch, plain] = /^(\d+):(.+)$/.exec(version ?? '') ?? [];
    if (origin && epoch !== undefined && plain === origin.version) epochs.set(`${origin.name}@${plain}`, epoch);
  }
  for (const record of records) {
    const { origin } = record;
    const epoch = epochs.get(`${origin?.name}@${origin?.version}`);
    if (origin && epoch !== undefined) record.origin = { name: origin.name, version: `${epoch}:${origin.version}` };
  }
}
