import { type ControlPlane, timeOf } from '../plane.js';
import { isContended, StoreUnavailable } from '../store/failures.js';
import { type DueSchedule, dueSchedules } from '../store/schedules.js';
import { failSchedule, fireSchedule, type Launch } from './fire-schedule.js';
import { replan } from './replan.js';

const ROUND_MS = 5_000;
const AT_ONCE = 50;

/** The rounds of one process; several processes may run them on one database. */
export interface Scheduler {
  /** Ends the round under way and begins no other. */
  stop(): Promise<void>;
}

/** Looks every few seconds for schedules that are due and fires them. */
export function startScheduler(plane: ControlPlane, launch: Launch): Scheduler {
  let stopped = false;
  const oneRound = rounds(plane, launch, () => stopped);
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const again = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = oneRound().then(again, (error: unknown) => {
        plane.log.warn({ err: error }, 'schedules could not be looked up');
        again();
      });
    }, ROUND_MS);
    timer.unref();
  };
  again();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

/** One round at a call. The first, and each that finds the clock set back, also plans anew what waits for too late a time. */
export function rounds(plane: ControlPlane, launch: Launch, stopped: () => boolean = () => false): () => Promise<void> {
  let latest = Number.POSITIVE_INFINITY;
  return async () => {
    const now = plane.clock();
    if (now < latest) await replan(plane, stopped);
    latest = now;
    await fireDue(plane, launch, stopped);
  };
}

/** Fires what is due now, and gives how many schedules this process fired. Rejects when the database is away. */
export async function fireDue(plane: ControlPlane, launch: Launch, stopped: () => boolean = () => false): Promise<number> {
  const due = await plane.store.shared((shared) => dueSchedules(shared, timeOf(plane), AT_ONCE));
  let fired = 0;
  for (const one of due) {
    if (stopped()) break;
    if (await fire(plane, one, launch)) fired += 1;
  }
  if (fired > 0) plane.wakeWorkers();
  return fired;
}

async function fire(plane: ControlPlane, due: DueSchedule, launch: Launch): Promise<boolean> {
  try {
    return await fireSchedule(plane, due, launch);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // Another transaction was in the way: the next round tries again.
    if (isContended(error)) return false;
    return failSchedule(plane, due, error);
  }
}
