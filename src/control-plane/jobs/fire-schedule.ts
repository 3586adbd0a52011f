import { randomBytes } from 'node:crypto';
import { describe } from '../../support/errors.js';
import { RequestFailure } from '../failures.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { AuditLog } from '../store/audit-log.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import { type DueSchedule, ScheduleRepository, type ScheduleRow, type ScheduleRun, STARTED, takeDue, unqueue } from '../store/schedules.js';
import { nextOccurrence } from './cron.js';

/** One occurrence of a schedule, in the transaction that fires it. */
export interface Occurrence {
  ground: Ground;
  store: TenantStore;
  shared: SharedStore;
  schedule: ScheduleRow;
  /** `<schedule_id>@<planned minute>`: the same for every attempt, so that all attempts mean the same cohort. */
  key: string;
  traceId: string;
}

/** Starts the schedule's source or cohort. Rejects with a RequestFailure when the sources do not allow it now. */
export type ScheduledLaunch = (occurrence: Occurrence) => Promise<{ jobId?: string; cohortId?: string }>;

type Outcome = Pick<ScheduleRun, 'outcome' | 'detail' | 'job_id' | 'cohort_id'>;

/**
 * Fires an occurrence that is due, unless another process has: the time in the queue, the record of the run, the jobs
 * and the audit event change in one transaction. In every case the schedule moves on to a later time. True when it was
 * fired here.
 */
export async function fireSchedule(ground: Ground, due: DueSchedule, launch: ScheduledLaunch): Promise<boolean> {
  try {
    return await inTurn(ground, due, async (occurrence) => {
      const { jobId = null, cohortId = null } = await launch(occurrence);
      return { outcome: STARTED, detail: null, job_id: jobId, cohort_id: cohortId };
    });
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const refused = { outcome: 'refused', detail: error.message, job_id: null, cohort_id: null };
    return inTurn(ground, due, async () => refused);
  }
}

/**
 * Moves a schedule on that could not be fired because of an internal error, so that it does not block others. True when
 * it was moved here.
 */
export function failSchedule(ground: Ground, due: DueSchedule, error: unknown): Promise<boolean> {
  ground.log.error({ err: error, schedule_id: due.schedule_id }, 'a schedule could not be fired');
  const failed = { outcome: 'failed', detail: describe(error).slice(0, 500), job_id: null, cohort_id: null };
  return inTurn(ground, due, async () => failed);
}

function inTurn(ground: Ground, due: DueSchedule, work: (occurrence: Occurrence) => Promise<Outcome>): Promise<boolean> {
  return ground.store.write(due.tenant_id, async (store, shared) => {
    const schedules = new ScheduleRepository(store);
    // The schedule is locked before its place in the queue, in the same order as when it is edited.
    const schedule = await schedules.lock(due.schedule_id);
    if (!(await takeDue(shared, due))) return false;
    if (!schedule?.enabled) {
      await unqueue(shared, due.schedule_id);
      return false;
    }
    const run = newRun(ground, due);
    if (!(await schedules.recordRun(run))) {
      await schedules.update({ ...schedule, next_run_at: laterTime(ground, schedule, due) }, shared);
      return false;
    }
    const key = `${due.schedule_id}@${due.next_run_at}`;
    const occurrence = { ground, store, shared, schedule, key, traceId: randomBytes(16).toString('hex') };
    await settle(occurrence, { ...run, ...(await work(occurrence)) });
    return true;
  });
}

function newRun(ground: Ground, { schedule_id, next_run_at }: DueSchedule): ScheduleRun {
  const fired_at = timeOf(ground);
  return { schedule_id, scheduled_for: next_run_at, fired_at, outcome: STARTED, detail: null, job_id: null, cohort_id: null };
}

async function settle(occurrence: Occurrence, run: ScheduleRun): Promise<void> {
  const { ground, store, shared, schedule, traceId } = occurrence;
  const schedules = new ScheduleRepository(store);
  await schedules.amendRun(run);
  const next_run_at = laterTime(ground, schedule, { next_run_at: run.scheduled_for });
  await schedules.update({ ...schedule, last_run_at: run.fired_at, next_run_at }, shared);
  await new AuditLog(store, ground.ring).append({
    event_id: newId('aud'),
    timestamp: run.fired_at,
    actor: `schedule:${schedule.schedule_id}`,
    auth_method: 'scheduler',
    action: 'schedule.run',
    target_type: 'schedule',
    target_id: schedule.schedule_id,
    outcome: run.outcome === STARTED ? 'success' : run.outcome,
    request_id: newId('req'),
    trace_id: traceId,
    details: { scheduled_for: run.scheduled_for, job_id: run.job_id, cohort_id: run.cohort_id },
  });
}

/**
 * After now, and after the planned time: one catch-up run after downtime, and no second run when the clock steps back.
 */
function laterTime(ground: Ground, { cron, timezone }: ScheduleRow, { next_run_at }: Pick<DueSchedule, 'next_run_at'>): string | null {
  const next = nextOccurrence(cron, timezone, Math.max(ground.clock(), Date.parse(next_run_at)));
  return typeof next === 'string' ? null : new Date(next).toISOString();
}
