import type { Selectable } from 'kysely';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { SharedStore, TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type ScheduleRow = Selectable<Tables['schedules']>;
export type ScheduleRun = Omit<Selectable<Tables['schedule_runs']>, 'tenant_id'>;

/** Outcome of a run whose job, or cohort, has not ended: how far it is, the job says. */
export const STARTED = 'started';

export interface ScheduleFilter {
  source_id?: string | undefined;
  enabled?: boolean | undefined;
}

const RUN = ['schedule_id', 'scheduled_for', 'fired_at', 'outcome', 'detail', 'job_id', 'cohort_id'] as const;

/** Schedules of one tenant. The queue of what is due, which belongs to no tenant, is written in the same transaction. */
export class ScheduleRepository {
  constructor(private readonly store: TenantStore) {}

  async create(row: ScheduleRow, shared: SharedStore): Promise<void> {
    await this.store.db.insertInto('schedules').values(row).execute();
    await queue(shared, row);
  }

  find(scheduleId: string): Promise<ScheduleRow | undefined> {
    return this.own(scheduleId).executeTakeFirst();
  }

  /** Nobody else changes it until the transaction ends. */
  findLocked(scheduleId: string): Promise<ScheduleRow | undefined> {
    const query = this.own(scheduleId);
    return (this.store.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  }

  /** Newest first. */
  async list<T>({ source_id, enabled }: ScheduleFilter, page: PageRequest, item: (row: ScheduleRow) => T): Promise<Page<T>> {
    const { tenantId, db } = this.store;
    let query = db.selectFrom('schedules').selectAll().where('tenant_id', '=', tenantId);
    if (source_id !== undefined) query = query.where('source_id', '=', source_id);
    if (enabled !== undefined) query = query.where('enabled', '=', Number(enabled));
    const rows = await newestFirst(query, ['created_at', 'schedule_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.created_at, row.schedule_id], item);
  }

  async update(row: ScheduleRow, shared: SharedStore): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('schedules').set(row).where('tenant_id', '=', tenantId).where('schedule_id', '=', row.schedule_id).execute();
    await queue(shared, row);
  }

  /** What it has run stays. */
  async remove(scheduleId: string, shared: SharedStore): Promise<void> {
    const { tenantId, db } = this.store;
    await db.deleteFrom('schedules').where('tenant_id', '=', tenantId).where('schedule_id', '=', scheduleId).execute();
    await unqueue(shared, scheduleId);
  }

  /** False when the occurrence has been fired before. */
  async recordRun(run: ScheduleRun): Promise<boolean> {
    const { tenantId, db } = this.store;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('schedule_runs')
      .values({ tenant_id: tenantId, ...run })
      .onConflict((clash) => clash.columns(['tenant_id', 'schedule_id', 'scheduled_for']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async amendRun({ schedule_id, scheduled_for, ...run }: ScheduleRun): Promise<void> {
    const { tenantId, db } = this.store;
    await db
      .updateTable('schedule_runs')
      .set(run)
      .where('tenant_id', '=', tenantId)
      .where('schedule_id', '=', schedule_id)
      .where('scheduled_for', '=', scheduled_for)
      .execute();
  }

  /** Newest first. */
  runs(scheduleId: string, limit: number): Promise<ScheduleRun[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('schedule_runs')
      .select(RUN)
      .where('tenant_id', '=', tenantId)
      .where('schedule_id', '=', scheduleId)
      .orderBy('scheduled_for', 'desc')
      .limit(limit)
      .execute();
  }

  /** Of each of these schedules the newest run, if it has any. */
  async lastRuns(scheduleIds: readonly string[]): Promise<ReadonlyMap<string, ScheduleRun>> {
    const { tenantId, db } = this.store;
    if (scheduleIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('schedule_runs')
      .select(RUN)
      .where('tenant_id', '=', tenantId)
      .where('schedule_id', 'in', scheduleIds)
      .where('scheduled_for', '=', ({ selectFrom }) =>
        selectFrom('schedule_runs as every')
          .select(({ fn }) => fn.max('every.scheduled_for').as('newest'))
          .where('every.tenant_id', '=', tenantId)
          .whereRef('every.schedule_id', '=', 'schedule_runs.schedule_id'),
      )
      .execute();
    return new Map(rows.map((row) => [row.schedule_id, row]));
  }

  /** Writes what came of what a run has started. */
  async ended(scheduleId: string, started: { job_id: string } | { cohort_id: string }, outcome: string): Promise<void> {
    const { tenantId, db } = this.store;
    const query = db.updateTable('schedule_runs').set({ outcome }).where('tenant_id', '=', tenantId).where('schedule_id', '=', scheduleId);
    await ('job_id' in started ? query.where('job_id', '=', started.job_id) : query.where('cohort_id', '=', started.cohort_id)).execute();
  }

  private own(scheduleId: string) {
    const { tenantId, db } = this.store;
    return db.selectFrom('schedules').selectAll().where('tenant_id', '=', tenantId).where('schedule_id', '=', scheduleId);
  }
}

export interface DueSchedule {
  schedule_id: string;
  tenant_id: string;
  next_run_at: string;
}

/** Schedules of all tenants whose time has come, the longest waiting first. */
export function dueSchedules({ db }: SharedStore, now: string, limit: number): Promise<DueSchedule[]> {
  return db.selectFrom('schedule_queue').selectAll().where('next_run_at', '<=', now).orderBy('next_run_at').limit(limit).execute();
}

/** Schedules of all tenants that wait for a time after this one, by id from the one given on. */
export function waitingSchedules({ db }: SharedStore, now: string, afterId: string, limit: number): Promise<DueSchedule[]> {
  return db
    .selectFrom('schedule_queue')
    .selectAll()
    .where('next_run_at', '>', now)
    .where('schedule_id', '>', afterId)
    .orderBy('schedule_id')
    .limit(limit)
    .execute();
}

/** True for the one process that takes this occurrence; others wait for it to end and then get false. */
export async function takeDue({ db }: SharedStore, due: DueSchedule): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('schedule_queue')
    .set({ next_run_at: due.next_run_at })
    .where('schedule_id', '=', due.schedule_id)
    .where('next_run_at', '=', due.next_run_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes a schedule out of the queue. */
export async function unqueue({ db }: SharedStore, scheduleId: string): Promise<void> {
  await db.deleteFrom('schedule_queue').where('schedule_id', '=', scheduleId).execute();
}

async function queue(shared: SharedStore, { schedule_id, tenant_id, enabled, next_run_at }: ScheduleRow): Promise<void> {
  if (enabled !== 1 || next_run_at === null) return unqueue(shared, schedule_id);
  await shared.db
    .insertInto('schedule_queue')
    .values({ schedule_id, tenant_id, next_run_at })
    .onConflict((clash) => clash.column('schedule_id').doUpdateSet({ next_run_at }))
    .execute();
}
