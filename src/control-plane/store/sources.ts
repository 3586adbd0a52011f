import { type Selectable, sql, type Updateable } from 'kysely';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { SharedStore, TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type SourceRow = Selectable<Tables['sources']>;

/** What is linked to a source. */
export interface SourceLinks {
  jobs: number;
  active_jobs: number;
  schedules: number;
  evidence: number;
  open_findings: number;
}

/** The last job of a source, as far as its health depends on it. */
export interface LastJob {
  job_id: string;
  status: string;
  finished_at: string | null;
  error: string | null;
}

export interface SourceFilter {
  kind?: string | undefined;
  enabled?: boolean | undefined;
}

/** Sources of one tenant. */
export class SourceRepository {
  constructor(private readonly store: TenantStore) {}

  async create(row: Omit<SourceRow, 'tenant_id'>): Promise<SourceRow> {
    const { tenantId, db } = this.store;
    const whole = { tenant_id: tenantId, ...row };
    await db.insertInto('sources').values(whole).execute();
    return whole;
  }

  find(sourceId: string): Promise<SourceRow | undefined> {
    const { tenantId, db } = this.store;
    return db.selectFrom('sources').selectAll().where('tenant_id', '=', tenantId).where('source_id', '=', sourceId).executeTakeFirst();
  }

  /** Finds a source and keeps others from changing it until the transaction ends. */
  lock(sourceId: string): Promise<SourceRow | undefined> {
    const { tenantId, db, dialect } = this.store;
    const query = db.selectFrom('sources').selectAll().where('tenant_id', '=', tenantId).where('source_id', '=', sourceId);
    return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  }

  /** The oldest source in use that covers just this. */
  covering(kind: string, scope: string): Promise<SourceRow | undefined> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('sources')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', kind)
      .where('scope', '=', scope)
      .where('enabled', '=', 1)
      .where('credential_ref', 'is', null)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst();
  }

  async update(sourceId: string, change: Updateable<Tables['sources']>): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('sources').set(change).where('tenant_id', '=', tenantId).where('source_id', '=', sourceId).execute();
  }

  /** Notes a run that has ended. A source that was switched off meanwhile stays so. */
  async ran(sourceId: string, run: { status: 'healthy' | 'degraded'; at: string; jobId: string }): Promise<void> {
    const row = await this.lock(sourceId);
    if (!row) return;
    const off = row.status === 'disabled' || row.status === 'retired';
    const healthy = run.status === 'healthy';
    await this.update(sourceId, {
      last_run_at: run.at,
      last_job_id: run.jobId,
      ...(healthy && { last_success_at: run.at }),
      ...(!off && { status: run.status }),
    });
  }

  /** Notes that a source was heard of, though it had nothing to tell. */
  async heardOf({ source_id, status }: SourceRow, at: string): Promise<void> {
    await this.update(source_id, { last_run_at: at, last_success_at: at, ...(status === 'configured' && { status: 'healthy' }) });
  }

  /** Time of the newest observation that was all there is to know of the source. */
  async coveredAt(sourceId: string): Promise<string | null> {
    const { tenantId, db } = this.store;
    const query = db.selectFrom('sources').select('covered_at').where('tenant_id', '=', tenantId).where('source_id', '=', sourceId);
    return (await query.executeTakeFirst())?.covered_at ?? null;
  }

  async remove(sourceId: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.deleteFrom('sources').where('tenant_id', '=', tenantId).where('source_id', '=', sourceId).execute();
  }

  /** Switches the source's schedules off. */
  async disableSchedules(shared: SharedStore, sourceId: string, now: string): Promise<void> {
    const { tenantId, db } = this.store;
    const disabled = await db
      .updateTable('schedules')
      .set({ enabled: 0, next_run_at: null, updated_at: now })
      .where('tenant_id', '=', tenantId)
      .where('source_id', '=', sourceId)
      .returning('schedule_id')
      .execute();
    for (const { schedule_id } of disabled) await shared.db.deleteFrom('schedule_queue').where('schedule_id', '=', schedule_id).execute();
  }

  /** Whether a credential of the tenant can be referred to; undefined when there is none of this id. */
  async credentialStatus(credentialRefId: string): Promise<string | undefined> {
    const { tenantId, db, dialect } = this.store;
    const query = db
      .selectFrom('credentials')
      .select('status')
      .where('tenant_id', '=', tenantId)
      .where('credential_ref_id', '=', credentialRefId);
    // Nobody may delete it until the source that is to carry it is written.
    return (await (dialect === 'postgres' ? query.forShare() : query).executeTakeFirst())?.status;
  }

  /** Last jobs by their ids. */
  async lastJobs(rows: readonly Pick<SourceRow, 'last_job_id'>[]): Promise<ReadonlyMap<string, LastJob>> {
    const { tenantId, db } = this.store;
    const ids = rows.flatMap(({ last_job_id }) => last_job_id ?? []);
    if (ids.length === 0) return new Map();
    const query = db.selectFrom('jobs').select(['job_id', 'status', 'finished_at', 'error']).where('tenant_id', '=', tenantId);
    return new Map((await query.where('job_id', 'in', ids).execute()).map((job) => [job.job_id, job]));
  }

  async links(sourceId: string): Promise<SourceLinks> {
    const count = async (table: 'jobs' | 'schedules' | 'evidence' | 'findings', statuses?: readonly string[]) => {
      const { tenantId, db } = this.store;
      let query = db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('source_id', '=', sourceId);
      if (statuses) query = query.where(sql.ref('status'), 'in', statuses);
      return Number((await query.executeTakeFirstOrThrow()).count);
    };
    return {
      jobs: await count('jobs'),
      active_jobs: await count('jobs', ['queued', 'running']),
      schedules: await count('schedules'),
      evidence: await count('evidence'),
      open_findings: await count('findings', ['open']),
    };
  }

  /** Newest first. */
  async list<T>(filter: SourceFilter, page: PageRequest, item: (row: SourceRow) => T): Promise<Page<T>> {
    const { tenantId, db } = this.store;
    let query = db.selectFrom('sources').selectAll().where('tenant_id', '=', tenantId);
    if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
    if (filter.enabled !== undefined) query = query.where('enabled', '=', filter.enabled ? 1 : 0);
    const rows = await newestFirst(query, ['created_at', 'source_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.created_at, row.source_id], item);
  }
}
