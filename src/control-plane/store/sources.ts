import { type SqlBool, sql } from 'kysely';
import type { JsonObject } from '../../support/json.js';
import { OriginRepository } from './findings/finding-origins.js';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { SharedStore, TenantStore } from './layer/store.js';
import { sharedTable, Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';
import { likeText } from './like-text.js';

export type SourceRow = Tables['sources'];

/** Objects that are linked to a source. */
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
  /** One of these. */
  kind?: readonly string[] | undefined;
  status?: readonly string[] | undefined;
  enabled?: boolean | undefined;
  owner?: string | undefined;
  /** `key:value`. */
  label?: string | undefined;
  /** Part of the name, ignoring case. */
  q?: string | undefined;
}

/** Sources of one tenant. */
export class SourceRepository extends Table<'sources'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'sources');
  }

  /** The oldest source in use with exactly this scope. */
  covering(kind: string, scope: JsonObject): Promise<SourceRow | undefined> {
    return this.rows({ kind, enabled: true, credential_ref: null })
      .where('scope', '=', scope)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst();
  }

  /** Sources of a kind that are not retired, oldest first. */
  ofKind(kind: string): Promise<SourceRow[]> {
    return this.rows({ kind }).where('status', '<>', 'retired').orderBy('created_at').orderBy('source_id').execute();
  }

  /** Records a finished run. A source that was disabled meanwhile stays disabled. */
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

  /** Records that a source has reported, even without any data. */
  async heardOf({ source_id, status }: SourceRow, at: string): Promise<void> {
    await this.update(source_id, { last_run_at: at, last_success_at: at, ...(status === 'configured' && { status: 'healthy' }) });
  }

  /** Time of the newest complete observation of the source. */
  async coveredAt(source_id: string): Promise<string | null> {
    return (await this.select(['covered_at'], { source_id }).executeTakeFirst())?.covered_at ?? null;
  }

  /** Disables the source's schedules. */
  async disableSchedules(shared: SharedStore, source_id: string, now: string): Promise<void> {
    const disabled = await tenantTable(this.store, 'schedules')
      .updating({ source_id })
      .set({ enabled: false, next_run_at: null, updated_at: now })
      .returning('schedule_id')
      .execute();
    await sharedTable(shared, 'schedule_queue').removeWhere({ schedule_id: disabled.map(({ schedule_id }) => schedule_id) });
  }

  /**
   * The status of a credential of the tenant; undefined for an unknown id. It cannot be removed until the transaction
   * ends.
   */
  async credentialStatus(credentialRefId: string): Promise<string | undefined> {
    return (await tenantTable(this.store, 'credentials').hold(credentialRefId))?.status;
  }

  /** Last jobs by their ids. */
  async lastJobs(rows: readonly Pick<SourceRow, 'last_job_id'>[]): Promise<ReadonlyMap<string, LastJob>> {
    const job_id = rows.flatMap(({ last_job_id }) => last_job_id ?? []);
    if (job_id.length === 0) return new Map();
    const jobs = await tenantTable(this.store, 'jobs').select(['job_id', 'status', 'finished_at', 'error'], { job_id }).execute();
    return new Map(jobs.map((job) => [job.job_id, job]));
  }

  async links(source_id: string): Promise<SourceLinks> {
    const jobs = tenantTable(this.store, 'jobs');
    return {
      jobs: await jobs.count({ source_id }),
      active_jobs: await jobs.count({ source_id, status: ['queued', 'running'] }),
      schedules: await tenantTable(this.store, 'schedules').count({ source_id }),
      evidence: await tenantTable(this.store, 'evidence').count({ source_id }),
      open_findings: (await this.openFindings([source_id])).get(source_id) ?? 0,
    };
  }

  /** Newest first. */
  list<T>({ label, q, kind, status, enabled, owner }: SourceFilter, page: PageRequest, item: (row: SourceRow) => T): Promise<Page<T>> {
    let query = this.rows({ kind, status, enabled, owner });
    if (q !== undefined) query = query.where(sql`lower(display_name)`, 'like', sql`${`%${likeText(q.toLowerCase())}%`} escape '!'`);
    if (label !== undefined) query = query.where('source_id', 'in', this.labelled(label));
    return newestPage(query, ['created_at', 'source_id'], page, item);
  }

  /** A query for the ids of sources with a label. */
  private labelled(label: string) {
    const colon = label.indexOf(':');
    const [key, value] = [label.slice(0, colon), label.slice(colon + 1)];
    // Stored as JSON without spaces, in which quotes of names and values are escaped.
    const pair = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    // Both databases compare whole characters here; LIKE would ignore case in one.
    return this.select(['source_id']).where(sql<SqlBool>`replace(labels, ${pair}, '') <> labels`);
  }

  /** Numbers of open findings that sources see. */
  async openFindings(source_id: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await tenantTable(this.store, 'finding_counts')
      .select(['source_id'], { source_id, status: 'open' })
      .select(sql<number>`cast(sum(count) as bigint)`.as('count'))
      .groupBy('source_id')
      .execute();
    const open = new Map(rows.map((row) => [row.source_id, Number(row.count)]));
    for (const one of await new OriginRepository(this.store).openBeside(source_id))
      open.set(one.source_id, (open.get(one.source_id) ?? 0) + one.count);
    return open;
  }
}
