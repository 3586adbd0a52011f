import { join } from 'node:path';
import { pino } from 'pino';
import { blobFolder } from '../system/blob-folder.js';
import { programFile } from '../system/program-file.js';
import { secretFiles } from '../system/secret-files.js';
import { folderEvidence } from './evidence/evidence-store.js';
import { buildApp } from './http/app.js';
import { Metrics } from './http/metrics.js';
import type { WorkerPool } from './jobs/pool.js';
import { streamsOf } from './jobs/stream.js';
import { makeLog } from './log.js';
import type { ServeOptions } from './options.js';
import type { ControlPlane } from './plane.js';
import { auditKeyRing, derivedKey } from './secrets.js';
import { CursorCodec } from './store/paging.js';
import type { Store } from './store/store.js';

export interface Surroundings {
  version: string;
  clock(): number;
  /** Where log lines go, one JSON object each. */
  logTo?: { write(line: string): void };
}

/** Opens the database and everything that stands on it. Rejects with OperationalError naming what is wrong with the configuration. */
export async function openControlPlane(options: ServeOptions, { version, clock, logTo }: Surroundings): Promise<ControlPlane> {
  const ring = auditKeyRing(options.auditKeyFile ?? join(options.dataFolder, 'audit.key'), secretFiles);
  const store = await openStore(options, clock);
  return {
    options,
    version,
    store,
    clock,
    log: logTo ? makeLog(logTo) : pino({ enabled: false }),
    ring,
    cursors: new CursorCodec(derivedKey(ring, 'cursors')),
    metrics: new Metrics(),
    evidence: folderEvidence(blobFolder(join(options.dataFolder, 'evidence'))),
    wakeWorkers() {},
  };
}

async function openStore({ databaseUrl, dataFolder }: ServeOptions, clock: () => number): Promise<Store> {
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import('./store/sqlite.js');
    return openSqliteStore({ path: join(dataFolder, 'control-plane.db'), clock });
  }
  const { openPostgresStore } = await import('./store/postgres.js');
  return openPostgresStore({ url: databaseUrl, clock });
}

export interface Serving {
  /** `http://127.0.0.1:8422`. */
  url: string;
  /** Takes no new requests, ends the ones under way, gives unfinished jobs back to the queue, closes the database. */
  close(): Promise<void>;
}

/** Listens. */
export async function serve(plane: ControlPlane): Promise<Serving> {
  const app = buildApp(plane);
  const { host, port } = plane.options;
  const url = await app.listen({ host, port });
  const workers = await startWorkers(plane);
  return {
    url,
    async close() {
      streamsOf(plane).closeAll();
      await app.close();
      await workers?.close();
      await plane.store.close();
    },
  };
}

/** Workers of this process, where it has any. */
async function startWorkers(plane: ControlPlane): Promise<WorkerPool | undefined> {
  if (plane.options.workers === 0) return undefined;
  const { startPool } = await import('./jobs/pool.js');
  const pool = startPool(plane, { program: programFile() });
  plane.wakeWorkers = () => pool.wake();
  return pool;
}
