import { own } from './layer/dialects.js';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { countOf, Table, tenantTable } from './layer/table.js';
import type { KeyOf, Tables } from './layer/tables.js';

export type JobRow = Tables['jobs'];
export type JobEvidenceRow = Tables['evidence'];

export interface JobFilter {
  /** One of these. */
  status?: readonly string[] | undefined;
  source_id?: string | undefined;
  job_type?: string | undefined;
  cohort_id?: string | undefined;
  retried?: boolean | undefined;
}

/** Prefix of `requested_by` for jobs of pushes. */
export const PUSHED_BY = 'ingest:';

/** Statuses of jobs that have not ended. */
export const OPEN_STATUSES: readonly string[] = ['queued', 'running'];

/** Jobs of one tenant. Deleted ones exist only for their findings, and are not returned here. */
export class JobRepository extends Table<'jobs'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'jobs');
  }

  override async find(jobId: KeyOf<'jobs'>): Promise<JobRow | undefined> {
    return shown(await super.find(jobId));
  }

  override async lock(jobId: KeyOf<'jobs'>): Promise<JobRow | undefined> {
    return shown(await super.lock(jobId));
  }

  /** Newest first. */
  list<T>(filter: JobFilter, page: PageRequest, item: (row: JobRow) => T): Promise<Page<T>> {
    const { status, source_id, job_type, cohort_id, retried } = filter;
    let query = this.rows({ deleted_at: null, status, source_id, job_type, cohort_id });
    if (retried !== undefined) query = query.where('attempt', retried ? '>' : '<=', 1);
    return newestPage(query, ['created_at', 'job_id'], page, item);
  }

  /** Names of the sources of jobs, by id. */
  async sourceNames(rows: readonly Pick<JobRow, 'source_id'>[]): Promise<ReadonlyMap<string, string>> {
    const source_id = [...new Set(rows.flatMap((row) => row.source_id ?? []))];
    const sources = await tenantTable(this.store, 'sources').select(['source_id', 'display_name'], { source_id }).execute();
    return new Map(sources.map((source) => [source.source_id, source.display_name]));
  }

  /** The jobs of a cohort, in the order of its members. */
  ofCohort(cohort_id: string): Promise<JobRow[]> {
    return this.rows({ cohort_id }).orderBy('created_at').orderBy('job_id').execute();
  }

  /** The evidence of the job, newest first. */
  evidence(job_id: string): Promise<JobEvidenceRow[]> {
    return tenantTable(this.store, 'evidence').rows({ job_id }).orderBy('evidence_id', 'desc').execute();
  }

  /** The last push to a source between two times, including the first. */
  pushedWithin(source_id: string, { from, to }: { from: string; to: string }): Promise<JobRow | undefined> {
    return this.rows({ source_id, deleted_at: null })
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .where('requested_by', 'like', `${PUSHED_BY}%`)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** The newest jobs with results of a source, except one, with their summaries. */
  lastSeeing(source_id: string, but: string, limit: number): Promise<Pick<JobRow, 'job_id' | 'result_summary'>[]> {
    return this.select(['job_id', 'result_summary'], { source_id, status: ['succeeded', 'partial'] })
      .where('job_id', '<>', but)
      .orderBy('created_at', 'desc')
      .orderBy('job_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Statuses by id, without jobs that were removed. */
  async statuses(jobIds: readonly string[]): Promise<Map<string, string>> {
    if (jobIds.length === 0) return new Map();
    const rows = await this.select(['job_id', 'status'], { job_id: jobIds }).execute();
    return new Map(rows.map(({ job_id, status }) => [job_id, status]));
  }

  /** The progress of these jobs, including deleted ones, with the number of their last event. */
  progress(job_id: readonly string[]) {
    return this.select(['job_id', 'status', 'deleted_at'], { job_id })
      .select(({ selectFrom }) =>
        selectFrom('job_events')
          .select(({ fn }) => fn.max('seq').as('last'))
          .where(own(this.store, 'job_events'))
          .whereRef('job_events.job_id', '=', 'jobs.job_id')
          .as('last'),
      )
      .execute();
  }

  failedSince(since: string): Promise<number> {
    return countOf(this.select([], { deleted_at: null, status: ['failed', 'timed_out'] }).where('created_at', '>=', since));
  }

  /** How many jobs are queued, and how many run. */
  async countOpen(): Promise<{ queued: number; running: number }> {
    return { queued: await this.count({ status: 'queued' }), running: await this.count({ status: 'running' }) };
  }
}

function shown(row: JobRow | undefined): JobRow | undefined {
  return row?.deleted_at === null ? row : undefined;
}
