import { sql } from 'kysely';
import { checkedKinds } from '../../policy/compliance/bearing.js';
import { isObject } from '../../support/json.js';
import type { Checks } from '../ingest/checks.js';
import type { TenantStore } from './store.js';

/** Where a source stands: read whole, not whole, nothing there, or never read whole or in part. */
export type CoverageState = 'scanned' | 'incomplete' | 'empty' | 'never';

export interface SourceCoverage {
  source_id: string;
  kind: string;
  display_name: string;
  enabled: boolean;
  state: CoverageState;
  /** Newest finished job. */
  job_id: string | null;
  status: string | null;
  finished_at: string | null;
  /** What that job's checks looked at. */
  checks: Checks;
}

/** What only reports traffic, or names agents without their configuration, is examined by no check. */
const UNEXAMINED = ['ingest.fleet_sync', 'ingest.trace_push', 'runtime.proxy', 'runtime.gateway'];

const FINISHED = ['succeeded', 'partial', 'failed', 'timed_out'];

/** Each source that checks look at, with its newest finished job. Retired ones are left out; what they found is open still. */
export async function coverageOf({ db, tenantId }: TenantStore): Promise<SourceCoverage[]> {
  const sources = await db
    .selectFrom('sources')
    .select(['source_id', 'kind', 'display_name', 'enabled'])
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
    .where('kind', 'not in', UNEXAMINED)
    .orderBy('source_id')
    .execute();
  const jobs = await finishedJobs(
    { db, tenantId },
    sources.flatMap(({ job_id }) => job_id ?? []),
  );
  return sources.map(({ job_id, enabled, ...source }) => {
    const job = job_id === null ? undefined : jobs.get(job_id);
    const summary = summaryOf(job?.result_summary);
    return {
      ...source,
      enabled: enabled === 1,
      job_id: job?.job_id ?? null,
      status: job?.status ?? null,
      finished_at: job?.finished_at ?? null,
      state: job ? stateOf(job.status, summary.verdict) : 'never',
      checks: checksIn(summary.checks),
    };
  });
}

/** Ids of the sources that report the fleet. */
export async function fleetSources({ db, tenantId }: TenantStore): Promise<string[]> {
  const rows = await db
    .selectFrom('sources')
    .select('source_id')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'ingest.fleet_sync')
    .where('status', '<>', 'retired')
    .execute();
  return rows.map(({ source_id }) => source_id);
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

function checksIn(stated: unknown): Checks {
  const checks: Checks = {};
  if (!isObject(stated)) return checks;
  for (const kind of checkedKinds) {
    const count = stated[kind];
    if (count === null || typeof count === 'number') checks[kind] = count;
  }
  return checks;
}

/** Somebody who reports some findings has not said that there are no others. */
function stateOf(status: string, verdict: unknown): CoverageState {
  if (verdict === 'reported') return 'never';
  if (verdict === 'empty' && status !== 'failed' && status !== 'timed_out') return 'empty';
  if (status !== 'succeeded' || verdict === 'incomplete') return 'incomplete';
  return 'scanned';
}
