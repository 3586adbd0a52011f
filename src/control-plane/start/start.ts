import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { KeyRing } from '../../audit/chain.js';
import type { ServeOptions } from '../../config/serve-options.js';
import { OperationalError } from '../../support/errors.js';
import { makePrivateFolder } from '../../system/make-folder.js';
import { lockForProcess, type ProcessLock } from '../../system/process-lock.js';
import { fileExists, secretFiles } from '../../system/secret-files.js';
import { sqliteDriver } from '../../system/sqlite-drivers/registry.js';
import { requireIdentity } from '../auth/require-identity.js';
import { enterMappedTenants } from '../auth/tenant-entry.js';
import { countedEvidence } from '../evidence/counted-evidence.js';
import { openEvidence } from '../evidence/open-evidence.js';
import { alertStates } from '../gateway/alert-stream.js';
import type { Background } from '../ground/ground.js';
import { buildApp } from '../http/app.js';
import { Metrics } from '../http/metrics.js';
import type { ControlPlane } from '../http/plane.js';
import { Readiness } from '../http/readiness.js';
import { jobStates } from '../jobs/stream.js';
import { auditKeyRing, derivedKey } from '../secrets.js';
import { hasEvents } from '../store/audit-log.js';
import { CursorCodec } from '../store/layer/paging.js';
import type { Store } from '../store/layer/store.js';
import { noteStatement, tracedStore } from '../store/layer/traced-store.js';
import { News } from '../streams/news.js';
import { startBackground } from './background.js';
import { isFresh } from './bootstrap.js';
import { makeLog } from './log.js';
import { embeddedDatabase, openStore, placeOf } from './open-store.js';
import { shutDown } from './shutdown.js';
import { startTelemetry } from './telemetry.js';

/** The command `serve` imports only this file. */
export { bootstrapAdmin } from './bootstrap.js';
export { announceFirstStart } from './first-start.js';

export interface OpenOptions {
  version: string;
  clock(): number;
  /** Receives log lines, one JSON object each. */
  logTo?: { write(line: string): void };
}

/**
 * Opens the database and everything that uses it. Rejects with OperationalError naming what is wrong with the
 * configuration.
 */
export async function openControlPlane(options: ServeOptions, { version, clock, logTo }: OpenOptions): Promise<ControlPlane> {
  makePrivateFolder(options.dataFolder);
  const keyFile = options.auditKeyFile ?? join(options.dataFolder, 'audit.key');
  const evidence = await openEvidence(options, clock);
  const place = { ...options, path: embeddedDatabase(options) };
  const store = options.telemetry ? tracedStore(await openStore(place, clock, noteStatement)) : await openStore(place, clock);
  const closeAndThrow = async (error: unknown): Promise<never> => {
    await store.close();
    throw error;
  };
  const ring = await openRing(keyFile, store).catch(closeAndThrow);
  const metrics = new Metrics();
  const ground = {
    options,
    version,
    store,
    clock,
    log: logTo ? makeLog(logTo, options.accessLog === false ? 'warn' : 'info') : pino({ enabled: false }),
    ring,
    cursors: new CursorCodec(derivedKey(ring, 'cursors')),
    metrics,
    counts: metrics,
    evidence: countedEvidence(evidence, metrics),
    jobNews: new News(store, jobStates),
    alertNews: new News(store, alertStates),
    wakeWorkers() {},
  };
  const probeBucket = options.evidenceBucket && (async () => (await import('./inspect.js')).inspectBucket(options));
  const plane: ControlPlane = { ...ground, readiness: new Readiness({ ...ground, ...(probeBucket && { probeBucket }) }) };
  await enterMappedTenants(plane).catch(closeAndThrow);
  return plane;
}

/**
 * A new key is only created for a new database: otherwise existing events could not be verified any more, without
 * anybody noticing.
 */
async function openRing(keyFile: string, store: Store): Promise<KeyRing> {
  // The key exists before the first event, even if another process creates both at the same time.
  if ((await hasEvents(store)) && !fileExists(keyFile)) {
    throw new OperationalError({
      where: keyFile,
      message: 'the audit key is missing, and the database has events that were sealed with it',
      hint: 'put the file back, or name it with SERVICE_AUDIT_KEY_FILE; to go on without it, and so without proof of what was before: openssl rand -base64 32 > FILE; chmod 600 FILE',
    });
  }
  return auditKeyRing(keyFile, secretFiles);
}

export interface Serving {
  /** `http://127.0.0.1:8422`. */
  url: string;
  /** Takes no new requests, finishes running ones, puts unfinished jobs back into the queue, closes the database. */
  close(): Promise<void>;
}

/** Listens, and starts the background tasks. Rejects with OperationalError when the address cannot be used. */
export async function serve(plane: ControlPlane): Promise<Serving> {
  // Cached data of tenants lives long: with the default setting, garbage of more than twice its size accumulates.
  setFlagsFromString('--heap-growing-percent=20');
  const lock = await lockFolder(plane);
  const app = buildApp(plane);
  let background: readonly Background[] = [];
  let telemetry: Background | undefined;
  const close = () => shutDown({ app, plane, background, telemetry }).finally(() => lock?.release());
  try {
    telemetry = await startTelemetry(plane);
    requireIdentity(plane.options, !(await isFresh(plane)));
    background = await startBackground(plane);
    const url = await listen(app, plane.options);
    plane.log.info({ url, version: plane.version, ...configurationForLog(plane.options) }, 'serving');
    return { url, close: () => loggedClose(plane, close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Only one process may use the embedded database: two would each count rates, wake workers and sweep as if they were
 * alone.
 */
async function lockFolder({ options, store }: ControlPlane): Promise<ProcessLock | undefined> {
  if (options.databaseUrl !== undefined) return undefined;
  try {
    return lockForProcess(join(options.dataFolder, 'serve.lock'), 'another castellan serve works on this folder');
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * The service's effective configuration for the log, so that a setting that was not applied is noticed. It contains no
 * secrets.
 */
function configurationForLog(options: ServeOptions): Record<string, unknown> {
  const { databaseUrl, evidenceBucket, trustedProxy, oidc, saml } = options;
  const identity = [trustedProxy && 'trusted proxy', oidc && 'OIDC', saml && 'SAML'].filter((way) => way !== undefined);
  return {
    ...(databaseUrl === undefined
      ? { database: embeddedDatabase(options), sqlite_driver: sqliteDriver().name }
      : { database: placeOf(databaseUrl) }),
    evidence: evidenceBucket ? `s3://${evidenceBucket.bucket}` : join(options.dataFolder, 'evidence'),
    workers: options.workers,
    ...(options.telemetry && { telemetry: options.telemetry.base }),
    identity: ['keys', ...identity],
  };
}

async function loggedClose({ log }: ControlPlane, close: () => Promise<void>): Promise<void> {
  log.info('stopping');
  await close();
  log.info('stopped');
}

const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EACCES: 'this user may not listen there',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'there is no such host',
};

async function listen(app: FastifyInstance, { host, port }: ServeOptions): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw new OperationalError({ where: `${host}:${port}`, message: `cannot listen: ${LISTEN_ERRORS[code] ?? code}`, cause });
  }
}
