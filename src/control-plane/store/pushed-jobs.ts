import { sql } from 'kysely';
import { type JobRow, PUSHED_BY } from './jobs.js';
import type { TenantStore } from './store.js';

/** Days of sources in one go: their statements are one transaction. */
const DAYS = 10;

/** Jobs that pushes have left in one tenant. */
export class PushedJobs {
  constructor(private readonly store: TenantStore) {}

  /**
   * Folds what was pushed before a time: of a source and day (UTC) one job stays, the newest, and what came from the others now comes
   * from it. Gives how many jobs went: of a few days at a time, and of each at most so many.
   */
  async fold(before: string, limit: number): Promise<number> {
    let folded = 0;
    for (const day of await this.crowdedDays(before)) folded += await this.foldDay(day, limit);
    return folded;
  }

  private async foldDay(day: Day, limit: number): Promise<number> {
    const jobs = await this.ofDay(day, limit + 1);
    const [kept, ...others] = jobs;
    if (!kept || others.length === 0) return 0;
    await this.move(day.source_id, others, kept.job_id);
    const evidence_count = jobs.reduce((sum, job) => sum + job.evidence_count, 0);
    const summary = kept.result_summary === null ? {} : (JSON.parse(kept.result_summary) as { folded_jobs?: number });
    const folded_jobs = (summary.folded_jobs ?? 0) + others.length;
    await this.own()
      .set({ evidence_count, result_summary: JSON.stringify({ ...summary, folded_jobs }) })
      .where('job_id', '=', kept.job_id)
      .execute();
    return others.length;
  }

  private async crowdedDays(before: string): Promise<Day[]> {
    const { tenantId, db } = this.store;
    const day = sql<string>`substr(finished_at, 1, 10)`;
    return db
      .selectFrom('jobs')
      .select(['source_id', day.as('day')])
      .where('tenant_id', '=', tenantId)
      .where('finished_at', '<', before)
      .where('requested_by', 'like', `${PUSHED_BY}%`)
      .where('source_id', 'is not', null)
      .where('deleted_at', 'is', null)
      .groupBy(['source_id', day])
      .having(({ fn }) => fn.countAll(), '>', 1)
      .orderBy(day)
      .orderBy('source_id')
      .limit(DAYS)
      .$narrowType<{ source_id: string }>()
      .execute();
  }

  /** Newest first. */
  private ofDay({ source_id, day }: Day, limit: number): Promise<JobRow[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('jobs')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('source_id', '=', source_id)
      .where('finished_at', '>=', `${day}T00:00:00.000Z`)
      .where('finished_at', '<=', `${day}T23:59:59.999Z`)
      .where('requested_by', 'like', `${PUSHED_BY}%`)
      .where('deleted_at', 'is', null)
      .orderBy('finished_at', 'desc')
      .orderBy('job_id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Whatever names one of these jobs of a source names another from now on, and they are gone. */
  private async move(sourceId: string, jobs: readonly JobRow[], to: string): Promise<void> {
    const { tenantId, db } = this.store;
    const ids = jobs.map(({ job_id }) => job_id);
    const findings = () => db.updateTable('findings').where('tenant_id', '=', tenantId).where('source_id', '=', sourceId);
    await findings().set({ last_job_id: to }).where('last_job_id', 'in', ids).execute();
    await findings().set({ first_job_id: to }).where('first_job_id', 'in', ids).execute();
    await db.updateTable('evidence').set({ job_id: to }).where('tenant_id', '=', tenantId).where('job_id', 'in', ids).execute();
    await db
      .updateTable('sources')
      .set({ last_job_id: to })
      .where('tenant_id', '=', tenantId)
      .where('source_id', '=', sourceId)
      .where('last_job_id', 'in', ids)
      .execute();
    await db.deleteFrom('job_events').where('tenant_id', '=', tenantId).where('job_id', 'in', ids).execute();
    await db.deleteFrom('jobs').where('tenant_id', '=', tenantId).where('job_id', 'in', ids).execute();
  }

  private own() {
    const { tenantId, db } = this.store;
    return db.updateTable('jobs').where('tenant_id', '=', tenantId);
  }
}

interface Day {
  source_id: string;
  /** `2025-01-31`. */
  day: string;
}
