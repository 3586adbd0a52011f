import type { Selectable, Updateable } from 'kysely';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type JobRow = Selectable<Tables['jobs']>;
export type EvidenceRow = Selectable<Tables['evidence']>;

export interface JobFilter {
  status?: string | undefined;
  source_id?: string | undefined;
  job_type?: string | undefined;
  cohort_id?: string | undefined;
  retried?: boolean | undefined;
}

/** How `requested_by` begins where a push left the job. */
export const PUSHED_BY = 'ingest:';

/** Statuses of jobs that have not ended. */
export const OPEN_STATUSES: readonly string[] = ['queued', 'running'];

/** Jobs of one tenant. Deleted ones are there for their findings only: nothing here shows them. */
export class JobRepository {
  constructor(private readonly store: TenantStore) {}

  find(jobId: string): Promise<JobRow | undefined> {
    return this.one(jobId).where('deleted_at', 'is', null).executeTakeFirst();
  }

  /** Finds a job and keeps others from changing it until the transaction ends. */
  lock(jobId: string): Promise<JobRow | undefined> {
    const query = this.one(jobId).where('deleted_at', 'is', null);
    return (this.store.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  }

  async update(jobId: string, change: Updateable<Tables['jobs']>): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('jobs').set(change).where('tenant_id', '=', tenantId).where('job_id', '=', jobId).execute();
  }

  /** Newest first. */
  async list<T>(filter: JobFilter, page: PageRequest, item: (row: JobRow) => T): Promise<Page<T>> {
    let query = this.all().where('deleted_at', 'is', null);
    for (const column of ['status', 'source_id', 'job_type', 'cohort_id'] as const) {
      const value = filter[column];
      if (value !== undefined) query = query.where(column, '=', value);
    }
    if (filter.retried !== undefined) query = query.where('attempt', filter.retried ? '>' : '<=', 1);
    const rows = await newestFirst(query, ['created_at', 'job_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.created_at, row.job_id], item);
  }

  /** The jobs of a cohort, in the order of its members. */
  ofCohort(cohortId: string): Promise<JobRow[]> {
    return this.all().where('cohort_id', '=', cohortId).orderBy('created_at').orderBy('job_id').execute();
  }

  /** What the job has left, the newest first. */
  evidence(jobId: string): Promise<EvidenceRow[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('evidence')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('job_id', '=', jobId)
      .orderBy('evidence_id', 'desc')
      .execute();
  }

  /** What was last pushed to a source between two times, the first included. */
  pushedWithin(sourceId: string, { from, to }: { from: string; to: string }): Promise<JobRow | undefined> {
    return this.all()
      .where('source_id', '=', sourceId)
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .where('requested_by', 'like', `${PUSHED_BY}%`)
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** Statuses by id; those of jobs that are gone are not among them. */
  async statuses(jobIds: readonly string[]): Promise<Map<string, string>> {
    const { tenantId, db } = this.store;
    if (jobIds.length === 0) return new Map();
    const query = db.selectFrom('jobs').select(['job_id', 'status']).where('tenant_id', '=', tenantId);
    return new Map((await query.where('job_id', 'in', jobIds).execute()).map(({ job_id, status }) => [job_id, status]));
  }

  /** Jobs that are queued or running. */
  async countOpen(): Promise<number> {
    const { tenantId, db } = this.store;
    const counted = await db
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .where('status', 'in', OPEN_STATUSES)
      .executeTakeFirstOrThrow();
    return Number(counted.count);
  }

  private all() {
    const { tenantId, db } = this.store;
    return db.selectFrom('jobs').selectAll().where('tenant_id', '=', tenantId);
  }

  private one(jobId: string) {
    return this.all().where('job_id', '=', jobId);
  }
}
