import { programFile } from '../system/program-file.js';
import { launchOccurrence } from './jobs/launch-occurrence.js';
import { startScheduler } from './jobs/scheduler.js';
import { startSweeping } from './jobs/sweeper.js';
import type { ControlPlane } from './plane.js';
import type { Background } from './shutdown.js';

/** Starts what runs beside the requests: schedules, workers, the sweep of what is past its time. In the order it is to be stopped. */
export async function startBackground(plane: ControlPlane): Promise<Background[]> {
  const scheduler = startScheduler(plane, launchOccurrence);
  const workers = await startWorkers(plane);
  return [{ name: 'schedules', stop: () => scheduler.stop() }, ...workers, startSweeping(plane)];
}

/** Workers of this process, where it has any. */
async function startWorkers(plane: ControlPlane): Promise<Background[]> {
  if (plane.options.workers === 0) return [];
  const { startPool } = await import('./jobs/pool.js');
  const pool = startPool(plane, { program: programFile() });
  plane.wakeWorkers = () => pool.wake();
  return [{ name: 'workers', stop: () => pool.close() }];
}
