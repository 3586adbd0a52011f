import { sql } from 'kysely';
import { isObject } from '../../support/json.js';
import { own } from './layer/dialects.js';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';

/** The state of a source: read completely, incompletely, nothing there, or never read. */
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
  /** How many things each kind of check of that job looked at. */
  assessed: Readonly<Record<string, number>>;
  /** Kinds of checks that the job was told to leave out. */
  left_out: readonly string[];
  /** How many things of each kind there were, by that job's summary: `components`, `servers`. */
  listed: Readonly<Record<string, number>>;
}

/** Kinds that only report traffic, or list the names of another service, and so do not show an inventory. */
const NO_INVENTORY = ['ingest.trace_push', 'runtime.proxy', 'runtime.gateway', 'connector.registry'];

/** A connector shows an inventory only where it reads an account of a cloud. */
function showsInventory({ kind, scope }: { kind: string; scope: Readonly<Record<string, unknown>> }): boolean {
  return kind !== 'connector.cloud_read_only' || typeof scope.connection_id === 'string';
}

const FINISHED = ['succeeded', 'partial', 'failed', 'timed_out'];

/**
 * Each source that can show an inventory, with its newest finished job. Retired sources are left out; their findings
 * stay open.
 */
export async function coverageOf(store: TenantStore): Promise<SourceCoverage[]> {
  const rowsOfSources = await tenantTable(store, 'sources')
    .select(['source_id', 'kind', 'display_name', 'enabled', 'scope'])
    .select(({ selectFrom }) =>
      selectFrom('jobs')
        .select('job_id')
        .where(own(store, 'jobs'))
        .whereRef('jobs.source_id', '=', 'sources.source_id')
        .where(sql.ref('jobs.status'), 'in', FINISHED)
        .orderBy('created_at', 'desc')
        .orderBy('job_id', 'desc')
        .limit(1)
        .as('job_id'),
    )
    .where('status', '<>', 'retired')
    .where('kind', 'not in', NO_INVENTORY)
    .orderBy('source_id')
    .execute();
  const sources = rowsOfSources.filter(showsInventory);
  const job_id = sources.flatMap((source) => source.job_id ?? []);
  const rows = await tenantTable(store, 'jobs').select(['job_id', 'status', 'finished_at', 'result_summary'], { job_id }).execute();
  const jobs = new Map(rows.map((row) => [row.job_id, row]));
  return sources.map(({ job_id, enabled, scope, ...source }) => {
    const job = job_id === null ? undefined : jobs.get(job_id);
    const summary = job?.result_summary ?? {};
    return {
      ...source,
      enabled,
      job_id: job?.job_id ?? null,
      status: job?.status ?? null,
      finished_at: job?.finished_at ?? null,
      state: job ? stateOf(job.status, summary.coverage) : 'never',
      assessed: numbersOf(summary.assessed),
      left_out: leftOutBy(summary.look),
      listed: numbersOf(summary),
    };
  });
}

function leftOutBy(look: unknown): string[] {
  const kinds = isObject(look) ? look.not_run : undefined;
  return Array.isArray(kinds) ? kinds.filter((kind) => typeof kind === 'string') : [];
}

function numbersOf(value: unknown): Record<string, number> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).flatMap(([name, count]) => (typeof count === 'number' ? [[name, count]] : [])));
}

/**
 * An empty place is not a failure, and a list that was pushed has been read when it was accepted. A push of some
 * findings does not say that there are no others.
 */
function stateOf(status: string, coverage: unknown): CoverageState {
  if (coverage === 'reported') return 'never';
  if (coverage === 'empty' && (status === 'succeeded' || status === 'partial')) return 'empty';
  return status === 'succeeded' && coverage !== 'incomplete' ? 'scanned' : 'incomplete';
}
