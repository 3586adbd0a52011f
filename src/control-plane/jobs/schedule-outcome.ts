import type { z } from 'zod';
import type { scheduleOutcomes } from '../../api/schedules.js';
import { CohortRepository } from '../store/cohorts.js';
import { JobRepository, type JobRow } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';
import { ScheduleRepository, type ScheduleRun, STARTED } from '../store/schedules.js';

type Outcome = z.output<typeof scheduleOutcomes>;

/** A run of a schedule with its current outcome; null when its job was deleted. */
export type RunWithOutcome = Omit<ScheduleRun, 'outcome'> & { outcome: Outcome | null };

/** Adds the outcomes of runs: for a run that was started, the status of its job or cohort. */
export async function withOutcomes(store: TenantStore, runs: readonly ScheduleRun[]): Promise<RunWithOutcome[]> {
  const open = runs.filter(({ outcome }) => outcome === STARTED);
  const status = await new JobRepository(store).statuses(open.flatMap(({ job_id }) => job_id ?? []));
  for (const { cohort_id } of open) {
    const found = cohort_id === null ? undefined : await cohortStatus(store, cohort_id);
    if (cohort_id !== null && found !== undefined) status.set(cohort_id, found);
  }
  return runs.map((run) => {
    const outcome = run.outcome === STARTED ? (status.get(run.job_id ?? run.cohort_id ?? '') ?? null) : run.outcome;
    return { ...run, outcome: outcome as Outcome | null };
  });
}

/** Stores the outcome with the run that started a job or cohort, so that it is known as long as the run is. */
export async function noteOutcome(
  store: TenantStore,
  { schedule_id, ...started }: { schedule_id: string | null; job_id: string } | { schedule_id: string | null; cohort_id: string },
  outcome: Outcome,
): Promise<void> {
  if (schedule_id !== null) await new ScheduleRepository(store).ended(schedule_id, started, outcome);
}

/** The status of a cohort: its row has it once all of its jobs have ended. */
async function cohortStatus(store: TenantStore, cohortId: string): Promise<string | undefined> {
  const cohort = await new CohortRepository(store).find(cohortId);
  if (!cohort || cohort.finished_at !== null) return cohort?.status;
  return openCohortStatus(await new JobRepository(store).ofCohort(cohortId));
}

/** The status of a cohort that has not ended: it is running as soon as its first job has started. */
export function openCohortStatus(jobs: readonly Pick<JobRow, 'status'>[]): 'queued' | 'running' {
  return jobs.every(({ status }) => status === 'queued') ? 'queued' : 'running';
}
