import { type Ground, timeOf } from '../ground/ground.js';
import { isContended, StoreUnavailable } from '../store/engines/failures.js';
import { type DueSchedule, dueSchedules } from '../store/schedules.js';
import { failSchedule, fireSchedule, type ScheduledLaunch } from './fire-schedule.js';
import { replan } from './replan.js';

const ROUND_MS = 5_000;
const AT_ONCE = 50;

/** The ground of what starts jobs by itself. */
export interface ScheduleGround extends Ground {
  /** Looks for queued jobs now, in place of at the next round. */
  wakeWorkers(): void;
}

/** The rounds of one process; several processes may run them on one database. */
export interface Scheduler {
  /** Ends the round under way and begins no other. */
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

/** One round at a call. The first, and each that finds the clock set back, also plans anew what waits for too late a time. */
export function rounds(ground: ScheduleGround, launch: ScheduledLaunch, stopped: () => boolean = () => false): () => Promise<void> {
  let latest = Number.POSITIVE_INFINITY;
  return async () => {
    const now = ground.clock();
    if (now < latest) await replan(ground, stopped);
    latest = now;
    await fireDue(ground, launch, stopped);
  };
}

/** Fires what is due now, and gives how many schedules this process fired. Rejects when the database is away. */
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
    // Another transaction was in the way: the next round tries again.
    if (isContended(error)) return false;
    return failSchedule(ground, due, error);
  }
}
