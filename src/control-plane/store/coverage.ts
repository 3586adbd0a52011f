import { sql } from 'kysely';
import { isObject } from '../../support/json.js';
import type { TenantStore } from './store.js';

/** Where a source stands: read whole, not whole, nothing there, or not read at all. */
export type CoverageState = 'scanned' | 'incomplete' | 'empty' | 'never';

export interface SourceCoverage {
  source_id: string;
  kind: string;
  display_name: string;
  state: CoverageState;
  /** Newest finished job. */
  job_id: string | null;
  status: string | null;
  finished_at: string | null;
  /** Numbers of what that job saw, by its own summary. */
  seen: Readonly<Record<string, number>>;
}

/** What these push is taken as it comes: it names what there is, and nothing of it is checked. */
const UNCHECKED = ['ingest.fleet_sync', 'ingest.trace_push', 'runtime.proxy', 'runtime.gateway'];

const FINISHED = ['succeeded', 'partial', 'failed', 'timed_out'];

/** Each source whose content is checked, with its newest finished job. Retired ones are left out; what they found is open still. */
export async function coverageOf({ db, tenantId }: TenantStore): Promise<SourceCoverage[]> {
  const sources = await db
    .selectFrom('sources')
    .select(['source_id', 'kind', 'display_name'])
    .select(({ selectFrom }) =>
      selectFrom('jobs')
        .select('job_id')
        .where('jobs.tenant_id', '=', tenantId)
        .whereRef('jobs.source_id', '=', 'sources.source_id')
        .where(sql.ref('jobs.status'), 'in', FINISHED)
        .orderBy('created_at', 'desc')
        .orderBy('job_id', 'desc')
        .limit(1)
        .as('job_id'),
    )
    .where('tenant_id', '=', tenantId)
    .where('status', '<>', 'retired')
    .where('kind', 'not in', UNCHECKED)
    .orderBy('source_id')
    .execute();
  const jobs = await finishedJobs(
    { db, tenantId },
    sources.flatMap(({ job_id }) => job_id ?? []),
  );
  return sources.map(({ job_id, ...source }) => {
    const job = job_id === null ? undefined : jobs.get(job_id);
    const summary = summaryOf(job?.result_summary);
    return {
      ...source,
      job_id: job?.job_id ?? null,
      status: job?.status ?? null,
      finished_at: job?.finished_at ?? null,
      state: job ? stateOf(job.status, summary.verdict) : 'never',
      seen: Object.fromEntries(Object.entries(summary).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : []))),
    };
  });
}

async function finishedJobs({ db, tenantId }: Pick<TenantStore, 'db' | 'tenantId'>, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('jobs')
    .select(['job_id', 'status', 'finished_at', 'result_summary'])
    .where('tenant_id', '=', tenantId)
    .where('job_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.job_id, row]));
}

function summaryOf(text: string | null | undefined): Record<string, unknown> {
  const summary: unknown = text ? JSON.parse(text) : {};
  return isObject(summary) ? summary : {};
}

function stateOf(status: string, verdict: unknown): CoverageState {
  if (status !== 'succeeded' || verdict === 'incomplete') return 'incomplete';
  return verdict === 'empty' ? 'empty' : 'scanned';
}
