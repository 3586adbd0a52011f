import { sql } from 'kysely';
import type { JsonObject } from '../../support/json.js';
import { type JobRow, PUSHED_BY } from './jobs.js';
import type { TenantStore } from './layer/store.js';
import { type Table, tenantTable } from './layer/table.js';

/** Number of days of sources in one call, whose statements are one transaction. */
const DAYS = 10;
/**
 * The summary of a job into which others were merged. No text in a summary can match it, because its quotes are
 * escaped.
 */
const FOLDED = '%"folded_jobs":%';
const summaryText = sql<string>`coalesce(result_summary, '')`;

/** Jobs of pushes in one tenant. */
export class PushedJobs {
  private readonly jobs: Table<'jobs'>;

  constructor(private readonly store: TenantStore) {
    this.jobs = tenantTable(store, 'jobs');
  }

  /**
   * Merges jobs of pushes before a time: for each source, day (UTC) and look the newest job is kept, and everything
   * that came from the others now comes from it. Returns the number of removed jobs; one call handles a few days, and a
   * limited number of jobs for each.
   */
  async fold(before: string, limit: number): Promise<number> {
    let folded = 0;
    for (const day of await this.crowdedDays(before)) folded += await this.foldDay(day, limit);
    return folded;
  }

  /**
   * Jobs with different looks are kept apart, because a later push only resolves findings of what it looked at again.
   */
  private async foldDay(day: Day, limit: number): Promise<number> {
    const kept = await this.ofDay(day).where(summaryText, 'like', FOLDED).execute();
    const jobs = [...kept, ...(await this.ofDay(day).where(summaryText, 'not like', FOLDED).limit(limit).execute())];
    let folded = 0;
    for (const [first, ...others] of byLook(jobs).values()) {
      if (!first || (first.folded_jobs !== undefined && others.length === 0)) continue;
      await this.keep(day.source_id, first, others);
      folded += others.length;
    }
    return folded;
  }

  private async keep(sourceId: string, kept: Pushed, others: readonly Pushed[]): Promise<void> {
    const evidence_count = [kept, ...others].reduce((sum, { row }) => sum + row.evidence_count, 0);
    const times = [kept, ...others].flatMap(({ times }) => times).sort();
    const summary = {
      ...kept.summary,
      folded_jobs: (kept.folded_jobs ?? 0) + others.length,
      ...(others.length > 0 && times.length > 0 && { observed_within: [times[0], times.at(-1)] }),
    };
    if (others.length > 0) await this.move(sourceId, others, kept.row.job_id);
    await this.jobs.update(kept.row.job_id, { evidence_count, result_summary: summary });
  }

  private async crowdedDays(before: string): Promise<Day[]> {
    const day = sql<string>`substr(finished_at, 1, 10)`;
    return this.jobs
      .select(['source_id'], { deleted_at: null })
      .select(day.as('day'))
      .where('finished_at', '<', before)
      .where('requested_by', 'like', `${PUSHED_BY}%`)
      .where('source_id', 'is not', null)
      .groupBy(['source_id', day])
      .having(({ fn }) => fn.countAll(), '>', 1)
      .having(sql<number>`sum(case when ${summaryText} like ${FOLDED} then 0 else 1 end)`, '>', 0)
      .orderBy(day)
      .orderBy('source_id')
      .limit(DAYS)
      .$narrowType<{ source_id: string }>()
      .execute();
  }

  /** Newest first. */
  private ofDay({ source_id, day }: Day) {
    return this.jobs
      .select(['job_id', 'evidence_count', 'result_summary'], { source_id, deleted_at: null })
      .where('finished_at', '>=', `${day}T00:00:00.000Z`)
      .where('finished_at', '<=', `${day}T23:59:59.999Z`)
      .where('requested_by', 'like', `${PUSHED_BY}%`)
      .orderBy('finished_at', 'desc')
      .orderBy('job_id', 'desc');
  }

  /** Replaces these jobs of a source by another one wherever they are referred to, and removes them. */
  private async move(source_id: string, jobs: readonly Pushed[], to: string): Promise<void> {
    const job_id = jobs.map(({ row }) => row.job_id);
    const findings = tenantTable(this.store, 'findings');
    await findings.updateWhere({ source_id, last_job_id: job_id }, { last_job_id: to });
    await findings.updateWhere({ source_id, first_job_id: job_id }, { first_job_id: to });
    const origins = tenantTable(this.store, 'finding_origins');
    await origins.updateWhere({ source_id, last_job_id: job_id }, { last_job_id: to });
    await origins.updateWhere({ source_id, first_job_id: job_id }, { first_job_id: to });
    await tenantTable(this.store, 'evidence').updateWhere({ job_id }, { job_id: to });
    await tenantTable(this.store, 'sources').updateWhere({ source_id, last_job_id: job_id }, { last_job_id: to });
    await tenantTable(this.store, 'job_events').removeWhere({ job_id });
    await this.jobs.removeWhere({ job_id });
  }
}

type Row = Pick<JobRow, 'job_id' | 'evidence_count' | 'result_summary'>;

interface Pushed {
  row: Row;
  summary: JsonObject;
  folded_jobs: number | undefined;
  /** Times of observation. */
  times: string[];
}

/** Jobs with equal looks, in order. */
function byLook(rows: readonly Row[]): Map<string, Pushed[]> {
  const groups = new Map<string, Pushed[]>();
  for (const row of rows) {
    const summary = row.result_summary ?? {};
    const { look, folded_jobs, observed_at: at, observed_within: within } = summary;
    const times = [at, ...(Array.isArray(within) ? within : [])].filter((time) => typeof time === 'string');
    const job = { row, summary, folded_jobs: typeof folded_jobs === 'number' ? folded_jobs : undefined, times };
    const key = JSON.stringify(look ?? null);
    const group = groups.get(key);
    if (group) group.push(job);
    else groups.set(key, [job]);
  }
  return groups;
}

interface Day {
  source_id: string;
  /** `2025-01-31`. */
  day: string;
}
