import type { JsonObject } from '../../support/json.js';
import type { TenantWork } from '../auth/tenant-work.js';
import { newId } from '../ids.js';
import { JobEvents } from '../store/job-events.js';
import { JobRepository, PUSHED_BY } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';
import type { SourceRow } from '../store/sources.js';

export type JobType = 'scan' | 'sync' | 'import' | 'connector' | 'cohort';
type JobStatus = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'timed_out' | 'cancelled';

/** A job to create. */
export interface JobDraft {
  jobType: JobType;
  sourceId?: string;
  /** `user:…`, `key:…`, `schedule:…`, `ingest:…`. */
  requestedBy: string;
  requestedRole: string;
  /** What the worker needs: a RunnableScope. Never a secret. */
  spec: object;
  traceId: string;
  now: string;
  idempotencyKey?: string;
  cohortId?: string;
  scheduleId?: string;
}

/** The job of a push for a source. */
export function pushedJob({ by, request, now }: TenantWork, source: SourceRow, jobType: JobType): JobDraft & { sourceId: string } {
  return {
    jobType,
    sourceId: source.source_id,
    requestedBy: `${PUSHED_BY}${by.subject}`,
    requestedRole: by.role,
    spec: { kind: source.kind },
    traceId: request.traceId,
    now,
  };
}

/** Creates a job that is finished already, for a push, so that its findings have a job. */
export async function recordFinishedJob(store: TenantStore, draft: JobDraft, done: Finished): Promise<string> {
  const jobId = newId('job');
  await insertJob(store, jobId, draft, done.status, done);
  await new JobEvents(store).append(jobId, [{ event: 'finished', data: { status: done.status, error: null } }], draft.now);
  return jobId;
}

interface Finished {
  status: 'succeeded' | 'partial';
  summary: JsonObject;
  evidenceCount: number;
}

/** Writes the row of a job in the caller's transaction. */
export async function insertJob(store: TenantStore, jobId: string, draft: JobDraft, status: JobStatus, done?: Finished): Promise<void> {
  await new JobRepository(store).create({
    job_id: jobId,
    source_id: draft.sourceId ?? null,
    job_type: draft.jobType,
    status,
    requested_by: draft.requestedBy,
    requested_role: draft.requestedRole,
    spec: draft.spec,
    idempotency_key: draft.idempotencyKey ?? null,
    trace_id: draft.traceId,
    cohort_id: draft.cohortId ?? null,
    schedule_id: draft.scheduleId ?? null,
    attempt: done ? 1 : 0,
    cancel_requested: false,
    created_at: draft.now,
    started_at: done ? draft.now : null,
    finished_at: done ? draft.now : null,
    result_summary: done?.summary ?? null,
    evidence_count: done?.evidenceCount ?? 0,
    error: null,
    deleted_at: null,
  });
}
