import { own } from './layer/dialects.js';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { SharedStore, TenantStore } from './layer/store.js';
import { sharedTable, type Table, tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';

export type ScheduleRow = Tables['schedules'];
export type ScheduleRun = Draft<'schedule_runs'>;

/** Outcome of a run whose job or cohort has not ended; its current status is that of the job. */
export const STARTED = 'started';

export interface ScheduleFilter {
  source_id?: string | undefined;
  enabled?: boolean | undefined;
}

const RUN = ['schedule_id', 'scheduled_for', 'fired_at', 'outcome', 'detail', 'job_id', 'cohort_id'] as const;

/**
 * Schedules of one tenant. The queue of due schedules, which is shared by all tenants, is written in the same
 * transaction.
 */
export class ScheduleRepository {
  private readonly schedules: Table<'schedules'>;
  private readonly fired: Table<'schedule_runs'>;

  constructor(private readonly store: TenantStore) {
    this.schedules = tenantTable(store, 'schedules');
    this.fired = tenantTable(store, 'schedule_runs');
  }

  async create(draft: Draft<'schedules'>, shared: SharedStore): Promise<ScheduleRow> {
    const row = await this.schedules.create(draft);
    await queue(shared, row);
    return row;
  }

  find(scheduleId: string): Promise<ScheduleRow | undefined> {
    return this.schedules.find(scheduleId);
  }

  /** Until the transaction ends, nobody else can change it. */
  lock(scheduleId: string): Promise<ScheduleRow | undefined> {
    return this.schedules.lock(scheduleId);
  }

  /** Newest first. */
  list<T>({ source_id, enabled }: ScheduleFilter, page: PageRequest, item: (row: ScheduleRow) => T): Promise<Page<T>> {
    return newestPage(this.schedules.rows({ source_id, enabled }), ['created_at', 'schedule_id'], page, item);
  }

  async update(row: ScheduleRow, shared: SharedStore): Promise<void> {
    await this.schedules.update(row.schedule_id, row);
    await queue(shared, row);
  }

  /** Its past runs are kept. */
  async remove(scheduleId: string, shared: SharedStore): Promise<void> {
    await this.schedules.remove(scheduleId);
    await unqueue(shared, scheduleId);
  }

  /** False when the occurrence has been fired before. */
  recordRun(run: ScheduleRun): Promise<boolean> {
    return this.fired.createNew(run);
  }

  async amendRun({ schedule_id, scheduled_for, ...run }: ScheduleRun): Promise<void> {
    await this.fired.update({ schedule_id, scheduled_for }, run);
  }

  /** Newest first. */
  runs(schedule_id: string, limit: number): Promise<ScheduleRun[]> {
    return this.fired.select(RUN, { schedule_id }).orderBy('scheduled_for', 'desc').limit(limit).execute();
  }

  /** The newest run of each of these schedules that has one. */
  async lastRuns(scheduleIds: readonly string[]): Promise<ReadonlyMap<string, ScheduleRun>> {
    if (scheduleIds.length === 0) return new Map();
    const rows = await this.fired
      .select(RUN, { schedule_id: scheduleIds })
      .where('scheduled_for', '=', ({ selectFrom }) =>
        selectFrom('schedule_runs as every')
          .select(({ fn }) => fn.max('every.scheduled_for').as('newest'))
          .where(own(this.store, 'every'))
          .whereRef('every.schedule_id', '=', 'schedule_runs.schedule_id'),
      )
      .execute();
    return new Map(rows.map((row) => [row.schedule_id, row]));
  }

  /** Stores the outcome of what a run started. */
  async ended(schedule_id: string, started: { job_id: string } | { cohort_id: string }, outcome: string): Promise<void> {
    const what = 'job_id' in started ? { job_id: started.job_id } : { cohort_id: started.cohort_id };
    await this.fired.updateWhere({ schedule_id, ...what }, { outcome });
  }
}

export type DueSchedule = Tables['schedule_queue'];

/** Schedules of all tenants that are due, the longest waiting first. */
export function dueSchedules(shared: SharedStore, now: string, limit: number): Promise<DueSchedule[]> {
  return sharedTable(shared, 'schedule_queue').rows().where('next_run_at', '<=', now).orderBy('next_run_at').limit(limit).execute();
}

/** Schedules of all tenants that wait for a time after this one, ordered by id from the given one on. */
export function waitingSchedules(shared: SharedStore, now: string, afterId: string, limit: number): Promise<DueSchedule[]> {
  const waiting = sharedTable(shared, 'schedule_queue').rows().where('next_run_at', '>', now).where('schedule_id', '>', afterId);
  return waiting.orderBy('schedule_id').limit(limit).execute();
}

/** True for the one process that takes this occurrence; others wait for its end and then get false. */
export async function takeDue(shared: SharedStore, { schedule_id, next_run_at }: DueSchedule): Promise<boolean> {
  return (await sharedTable(shared, 'schedule_queue').updateWhere({ schedule_id, next_run_at }, { next_run_at })) === 1;
}

/** Removes a schedule from the queue. */
export async function unqueue(shared: SharedStore, scheduleId: string): Promise<void> {
  await sharedTable(shared, 'schedule_queue').remove(scheduleId);
}

async function queue(shared: SharedStore, { schedule_id, tenant_id, enabled, next_run_at }: ScheduleRow): Promise<void> {
  if (!enabled || next_run_at === null) return unqueue(shared, schedule_id);
  await sharedTable(shared, 'schedule_queue').put({ schedule_id, tenant_id, next_run_at });
}
