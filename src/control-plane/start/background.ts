import { programFile } from '../../system/program-file.js';
import { workFolders } from '../../system/work-folders.js';
import { startDelivering } from '../delivery/deliverer.js';
import type { ApartJudge } from '../gateway/judge-apart.js';
import type { Background } from '../ground/ground.js';
import type { ControlPlane } from '../http/plane.js';
import type { ApartReader } from '../ingest/read-apart.js';
import { launchOccurrence } from '../jobs/launch-occurrence.js';
import { startScheduler } from '../jobs/scheduler.js';
import { startSweeping } from '../retention/sweeper.js';
import { workRoot } from '../workers/work-root.js';
import { startWatching } from './watch.js';

/**
 * Starts the background tasks: schedules, workers, deliveries, the sweep of expired data. Returns them in the order in which they
 * must be stopped.
 */
export async function startBackground(plane: ControlPlane): Promise<Background[]> {
  // Removes folders that a killed process has left.
  workFolders(workRoot(plane.options.dataFolder)).sweep();
  readLargeApart(plane);
  const judge = judgeApart(plane);
  const scheduler = startScheduler(plane, launchOccurrence);
  const workers = await startWorkers(plane);
  const deliveries = plane.options.offline ? [] : [startDelivering(plane)];
  return [
    { name: 'schedules', stop: () => scheduler.stop() },
    ...workers,
    ...deliveries,
    judge,
    startSweeping(plane),
    startWatching(plane),
  ];
}

/** Loaded with the first large document. */
function readLargeApart(plane: ControlPlane): void {
  let reader: Promise<ApartReader> | undefined;
  plane.readApart = async (tenantId, given) => {
    reader ??= import('../ingest/read-apart.js').then(({ ApartReader }) => new ApartReader(plane, programFile()));
    return (await reader).read(tenantId, given);
  };
}

/** Started with the first call that takes long to judge. */
function judgeApart(plane: ControlPlane): Background {
  let judge: Promise<ApartJudge> | undefined;
  plane.judgeApart = () => {
    judge ??= import('../gateway/judge-apart.js').then(({ ApartJudge }) => new ApartJudge(programFile()));
    return judge;
  };
  return { name: 'gateway', stop: async () => (await judge)?.stop() };
}

/** The workers of this process, if it has any. */
async function startWorkers(plane: ControlPlane): Promise<Background[]> {
  if (plane.options.workers === 0) return [];
  const { startPool } = await import('../jobs/claim.js');
  const pool = startPool(plane, { program: programFile() });
  plane.wakeWorkers = () => pool.wake();
  return [{ name: 'workers', stop: () => pool.close() }];
}
