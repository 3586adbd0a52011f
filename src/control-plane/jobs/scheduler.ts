import { type Ground, timeOf } from '../ground/ground.js';
import { isContended, StoreUnavailable } from '../store/engines/failures.js';
import { type DueSchedule, dueSchedules } from '../store/schedules.js';
import { failSchedule, fireSchedule, type ScheduledLaunch } from './fire-schedule.js';
import { replan } from './replan.js';

const ROUND_MS = 5_000;
const AT_ONCE = 50;

/** The ground of code that starts jobs by itself. */
export interface ScheduleGround extends Ground {
  /** Makes workers look for queued jobs now, instead of in the next round. */
  wakeWorkers(): void;
}

/** The scheduler of one process; several processes may run one on the same database. */
export interface Scheduler {
  /** Waits for the current round and starts no other. */
  stop(): Promise<void>;
}

/** Looks every few seconds for schedules that are due and fires them. */
export function startScheduler(ground: ScheduleGround, launch: ScheduledLaunch): Scheduler {
  let stopped = false;
  const oneRound = rounds(ground, launch, () => stopped);
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const again = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = oneRound().then(again, (error: unknown) => {
        ground.log.warn({ err: error }, 'schedules could not be looked up');
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

/** Each call runs one round. The first round, and each one that finds the clock set back, also replans schedules. */
export function rounds(ground: ScheduleGround, launch: ScheduledLaunch, stopped: () => boolean = () => false): () => Promise<void> {
  let latest = Number.POSITIVE_INFINITY;
  return async () => {
    const now = ground.clock();
    if (now < latest) await replan(ground, stopped);
    latest = now;
    await fireDue(ground, launch, stopped);
  };
}

/**
 * Fires the schedules that are due now, and returns how many this process fired. Rejects when the database is
 * unavailable.
 */
export async function fireDue(ground: ScheduleGround, launch: ScheduledLaunch, stopped: () => boolean = () => false): Promise<number> {
  const due = await ground.store.shared((shared) => dueSchedules(shared, timeOf(ground), AT_ONCE));
  let fired = 0;
  for (const one of due) {
    if (stopped()) break;
    if (await fire(ground, one, launch)) fired += 1;
  }
  if (fired > 0) ground.wakeWorkers();
  return fired;
}

async function fire(ground: Ground, due: DueSchedule, launch: ScheduledLaunch): Promise<boolean> {
  try {
    return await fireSchedule(ground, due, launch);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // Another transaction had locked it: the next round tries again.
    if (isContended(error)) return false;
    return failSchedule(ground, due, error);
  }
}
