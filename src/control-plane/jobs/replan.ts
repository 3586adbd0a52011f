import { type Ground, timeOf } from '../ground/ground.js';
import { type DueSchedule, ScheduleRepository, type ScheduleRow, takeDue, waitingSchedules } from '../store/schedules.js';
import { nextOccurrence } from './cron.js';

const AT_ONCE = 100;

/**
 * Replans schedules that wait for a later time than the next one of their cron. They were planned while the clock was
 * ahead, and would not run until that time. Occurrences that were fired stay fired, because each is recorded. Returns
 * the number of replanned schedules.
 */
export async function replan(ground: Ground, stopped: () => boolean = () => false): Promise<number> {
  let changed = 0;
  for (let after = ''; !stopped(); ) {
    const waiting = await ground.store.shared((shared) => waitingSchedules(shared, timeOf(ground), after, AT_ONCE));
    for (const one of waiting) if (await replanOne(ground, one)) changed += 1;
    const last = waiting.at(-1);
    if (!last) break;
    after = last.schedule_id;
  }
  return changed;
}

async function replanOne(ground: Ground, waiting: DueSchedule): Promise<boolean> {
  const { tenant_id, schedule_id, next_run_at } = waiting;
  const known = await ground.store.read(tenant_id, (store) => new ScheduleRepository(store).find(schedule_id));
  if (!known || soonest(ground, known) >= next_run_at) return false;
  return ground.store.write(tenant_id, async (store, shared) => {
    const schedules = new ScheduleRepository(store);
    const schedule = await schedules.lock(schedule_id);
    if (!schedule?.enabled || !(await takeDue(shared, waiting))) return false;
    await schedules.update({ ...schedule, next_run_at: soonest(ground, schedule) }, shared);
    ground.log.info({ schedule_id, planned: next_run_at }, 'a schedule was planned anew: the clock had been ahead');
    return true;
  });
}

/** The next occurrence from now on; the planned one when there is none. */
function soonest(ground: Ground, { cron, timezone, next_run_at }: ScheduleRow): string {
  const next = nextOccurrence(cron, timezone, ground.clock());
  return typeof next === 'string' ? (next_run_at ?? '') : new Date(next).toISOString();
}
