import { timeOf } from '../ground/ground.js';
import { launchCohort } from './cohorts.js';
import type { Occurrence, ScheduledLaunch } from './fire-schedule.js';
import { launchSource, type Requester } from './launch.js';

/** Starts the schedule's source, or its sources as one cohort whose id is derived from the occurrence. */
export const launchOccurrence: ScheduledLaunch = async (occurrence) => {
  const { ground, store, shared, schedule, key } = occurrence;
  const at = { store, shared, now: timeOf(ground), server: ground.options };
  const by = requesterOf(occurrence);
  if (schedule.source_id !== null) return { jobId: (await launchSource(at, schedule.source_id, by)).job_id };
  const config = schedule.scan_config ?? { source_ids: [], max_age_hours: 168 };
  const cohort = await launchCohort(at, { sourceIds: config.source_ids, maxAgeHours: config.max_age_hours, key }, by);
  return { cohortId: cohort.cohort_id };
};

/** Analysts create schedules, so schedules may run what an analyst may run. */
function requesterOf({ schedule, traceId }: Occurrence): Requester {
  return { requestedBy: `schedule:${schedule.schedule_id}`, role: 'analyst', traceId, scheduleId: schedule.schedule_id };
}
