import { join } from 'node:path';
import { keyRing } from '../../audit/chain.js';
import type { OidcOptions, ServeOptions } from '../../config/serve-options.js';
import { OperationalError } from '../../support/errors.js';
import { fileExists, readSecretFile } from '../../system/secret-files.js';
import { connectors } from '../connectors/registry.js';
import { destinations } from '../delivery/destinations/registry.js';
import { settingOf } from '../outbound/setting.js';
import { AuditLog } from '../store/audit-log.js';
import type { Inspected } from '../store/engines/inspect.js';
import { tenantIds } from '../store/tenants.js';
import { embeddedDatabase, named, placeOf } from './open-store.js';

/** Looks at what `serve` would use, without starting it: the door for `castellan doctor`. Nothing is written. */
export interface InspectedDatabase extends Inspected {
  place: string;
}

/** Undefined where there is no file yet. Rejects with OperationalError that says which database, and what is wrong with it. */
export async function inspectDatabase(options: ServeOptions): Promise<InspectedDatabase | undefined> {
  const { databaseUrl } = options;
  const { inspectPostgres, inspectSqlite } = await import('../store/engines/inspect.js');
  const place = databaseUrl === undefined ? embeddedDatabase(options) : placeOf(databaseUrl);
  if (databaseUrl === undefined && !fileExists(place)) return undefined;
  return { place, ...(await named<Inspected>(place, databaseUrl === undefined ? inspectSqlite(place) : inspectPostgres(databaseUrl))) };
}

/** Path of the audit key. */
export function auditKeyPath({ auditKeyFile, dataFolder }: ServeOptions): string {
  return auditKeyFile ?? join(dataFolder, 'audit.key');
}

/** The ends of the chains that are not valid, and how many there are. Throws OperationalError for a key that cannot be used. */
export async function inspectChains(options: ServeOptions): Promise<{ chains: number; faults: string[] } | undefined> {
  const database = await inspectDatabase(options);
  if (!database) return undefined;
  try {
    if (!database.isMade) return { chains: 0, faults: [] };
    const tenants = await tenantIds(database);
    const path = auditKeyPath(options);
    const ring = tenants.length > 0 ? keyRing(readSecretFile(path)) : undefined;
    if (tenants.length > 0 && !ring)
      throw new OperationalError({ where: path, message: 'expected audit keys of at least 32 bytes in base64, one a line' });
    const faults: string[] = [];
    for (const tenantId of ring ? tenants : []) {
      const fault = ring && (await database.read(tenantId, (store) => new AuditLog(store, ring).faultAtEnd()));
      if (fault !== undefined) faults.push(`${tenantId}: ${fault}`);
    }
    return { chains: tenants.length, faults };
  } finally {
    await database.close();
  }
}

/** Rejects with what is wrong with the bucket. It is listed, and not written. */
export async function inspectBucket(options: ServeOptions): Promise<void> {
  const { evidenceBucket: place } = options;
  if (!place) return;
  const { s3Bucket } = await import('../evidence/bucket.js');
  await s3Bucket({ place, options, clock: Date.now }).list(place.prefix === '' ? '' : `${place.prefix}/`, '');
}

/** How many keys the issuer has. Rejects with what is wrong with it. */
export async function inspectIssuer(oidc: OidcOptions, options: ServeOptions): Promise<number> {
  const [{ fetchOf }, { TokenVerifier }] = await Promise.all([
    import('../auth/oidc-provider.js'),
    import('../../system/token-verifier.js'),
  ]);
  return new TokenVerifier(oidc.issuer, fetchOf(oidc, options)).keyCount();
}

/** A desk is made to see whether it can be; it is asked nothing. */
const nobody = () => Promise.reject(new Error('nothing is asked'));

/** What services outside are configured for: those that can be used, and those that lack settings. */
export function inspectServices(options: ServeOptions): { ready: string[]; lacking: { title: string; missing: string[] }[] } {
  // A connector that only the network would make usable is whole too.
  const online = { ...options, offline: false };
  const all = [
    ...connectors.map((one) => ({ title: one.title, settings: one.settings, isReady: one.checkRequest(online) !== undefined })),
    ...Object.values(destinations).map((one) => ({
      title: `${one.title} (delivery)`,
      settings: one.settings,
      isReady: one.desk(online, nobody) !== undefined,
    })),
  ];
  const begun = all.filter(({ settings }) => settings.some((name) => settingOf(options, name) !== undefined));
  return {
    ready: begun.filter(({ isReady }) => isReady).map(({ title }) => title),
    lacking: begun
      .filter(({ isReady }) => !isReady)
      .map(({ title, settings }) => ({ title, missing: settings.filter((name) => settingOf(options, name) === undefined) })),
  };
}
