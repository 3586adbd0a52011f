import { HOUR_MS } from '../../support/durations.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { AuditLog } from '../store/audit-log.js';
import { CohortRepository, type CohortRow } from '../store/cohorts.js';
import { JobRepository, type JobRow, OPEN_STATUSES } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';
import { noteOutcome } from './schedule-outcome.js';

/** The result of a cohort, as its row stores it. */
export interface Correlation {
  state: 'pending' | 'correlated' | 'skipped_stale' | 'skipped_incomplete';
  /** Sources because of which it was not correlated, sorted. */
  offending: string[];
  evaluated_at: string | null;
  /** What at least two of the sources share; only when correlated. */
  in_common: { nodes: number; problems: number } | null;
}

export const PENDING: Correlation = { state: 'pending', offending: [], evaluated_at: null, in_common: null };

/** Correlates the cohort when the last of its jobs has ended, in the transaction of that job's end. */
export async function correlateWhenDone(ground: Ground, store: TenantStore, cohortId: string): Promise<void> {
  const cohorts = new CohortRepository(store);
  // When the last two members end at the same time, one waits here for the other.
  const cohort = await cohorts.lock(cohortId);
  if (!cohort || cohort.finished_at !== null) return;
  const jobs = await new JobRepository(store).ofCohort(cohortId);
  if (jobs.some(({ status }) => OPEN_STATUSES.includes(status))) return;
  const now = timeOf(ground);
  const correlation = await judge(cohorts, cohort, jobs, now);
  const status = statusOf(jobs);
  await noteOutcome(store, cohort, status);
  await cohorts.update(cohortId, { status, correlation, finished_at: now });
  await new AuditLog(store, ground.ring).append({
    event_id: newId('aud'),
    timestamp: now,
    actor: 'system:worker',
    auth_method: 'internal',
    action: 'cohort.correlate',
    target_type: 'cohort',
    target_id: cohortId,
    outcome: correlation.state === 'correlated' ? 'success' : 'failure',
    request_id: cohortId,
    trace_id: jobs[0]?.trace_id ?? '0'.repeat(32),
    details: { state: correlation.state, offending: correlation.offending },
  });
}

async function judge(cohorts: CohortRepository, { max_age_hours }: CohortRow, jobs: readonly JobRow[], now: string): Promise<Correlation> {
  const oldest = Date.parse(now) - max_age_hours * HOUR_MS;
  const incomplete = jobs.filter(({ status }) => status !== 'succeeded');
  // A job's data is as old as its start.
  const stale = jobs.filter(({ started_at }) => started_at === null || Date.parse(started_at) < oldest);
  const verdict = (state: Correlation['state'], offending: readonly JobRow[]) => {
    const sources = offending.flatMap(({ source_id }) => source_id ?? []);
    return { state, offending: sources.sort(), evaluated_at: now, in_common: null };
  };
  if (incomplete.length > 0) return verdict('skipped_incomplete', incomplete);
  if (stale.length > 0) return verdict('skipped_stale', stale);
  const sources = jobs.flatMap(({ source_id }) => source_id ?? []);
  return { ...verdict('correlated', []), in_common: await cohorts.inCommon(sources) };
}

type EndStatus = 'succeeded' | 'partial' | 'failed' | 'timed_out' | 'cancelled';

function statusOf(jobs: readonly JobRow[]): EndStatus {
  const [first] = jobs;
  if (first && jobs.every(({ status }) => status === first.status)) return first.status as EndStatus;
  return jobs.some(({ status }) => status === 'succeeded' || status === 'partial') ? 'partial' : 'failed';
}
