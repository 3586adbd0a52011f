import type { z } from 'zod';
import type { job } from '../../api/jobs.js';
import type { JobRow } from '../store/jobs.js';

/** A job in the form of an answer. */
export function shownJob(row: JobRow): z.input<typeof job> {
  return {
    job_id: row.job_id,
    tenant_id: row.tenant_id,
    source_id: row.source_id,
    job_type: row.job_type as z.input<typeof job>['job_type'],
    status: row.status as z.input<typeof job>['status'],
    requested_by: row.requested_by,
    created_at: row.created_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
    result_summary: row.result_summary,
    evidence_count: row.evidence_count,
    attempt: row.attempt,
    retried: row.attempt > 1,
    cancel_requested: row.cancel_requested,
    cohort_id: row.cohort_id,
    schedule_id: row.schedule_id,
    trace_id: row.trace_id,
    error: row.error,
  };
}
