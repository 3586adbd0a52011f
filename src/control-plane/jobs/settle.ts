import { refuseConnection } from '../connectors/cloud-connection.js';
import type { StoredEvidence } from '../evidence/evidence-store.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { type JobVerdict, judgeWritten } from '../ingest/judge.js';
import { ingest } from '../ingest/write.js';
import { AuditLog } from '../store/audit-log.js';
import { ConnectorRepository } from '../store/connector-states.js';
import { announce } from '../store/delivery-outbox.js';
import { JobEvents } from '../store/job-events.js';
import { type Hold, JobQueue } from '../store/job-queue.js';
import { JobRepository, type JobRow } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';
import { SourceRepository } from '../store/sources.js';
import { correlateWhenDone } from './correlate.js';
import { noteOutcome } from './schedule-outcome.js';
import type { ConnectorTrouble, WorkerResult } from './worker-contract.js';

/** The ending of a job. `refused`: id of a connection that may not be used any more. */
export type Ending =
  | { status: 'succeeded' | 'partial'; result: WorkerResult; evidence: StoredEvidence }
  | {
      status: 'failed' | 'timed_out' | 'cancelled';
      error: string;
      denied?: true;
      connector?: ConnectorTrouble | undefined;
      refused?: string | undefined;
    };

/**
 * Ends a job: evidence, findings, status, source, cohort and audit event in one transaction, together with its row in
 * the queue. Returns false, and writes nothing, when the lease is lost: another process ends the job, or has ended it.
 */
export async function settle(ground: Ground, tenantId: string, hold: Hold, ending: Ending): Promise<boolean> {
  const isSettled = await ground.store.write(tenantId, async (store, shared) => {
    if (!(await new JobQueue(shared).settle(hold))) return false;
    const job = await new JobRepository(store).lock(hold.jobId);
    if (job) await endJob(ground, store, job, ending);
    return true;
  });
  if (isSettled) ground.counts?.add('castellan_jobs_ended_total', { status: ending.status });
  return isSettled;
}

/** Like `settle`, for a job without a lease; the caller removes its row in the queue. */
export async function endJob(ground: Ground, store: TenantStore, job: JobRow, ending: Ending): Promise<void> {
  const now = timeOf(ground);
  const ingested = 'result' in ending ? await ingestResult(store, job, ending, now) : undefined;
  if ('connector' in ending && ending.connector) await new ConnectorRepository(store).put({ ...ending.connector, checked_at: now });
  if ('refused' in ending && ending.refused !== undefined) await refuseConnection(store, ending.refused, ending.error);
  const error = 'error' in ending ? ending.error : null;
  const result_summary = ingested?.summary ?? null;
  await new JobRepository(store).update(job.job_id, {
    status: ending.status,
    finished_at: now,
    result_summary,
    evidence_count: ingested?.evidenceIds.length ?? 0,
    error,
  });
  const data = { status: ending.status, error, findings: result_summary?.findings ?? null, verdict: result_summary?.verdict ?? null };
  await new JobEvents(store).append(job.job_id, [{ event: 'finished', data }], now);
  if (job.source_id !== null) await touchSource(store, job, ending, now);
  if (job.cohort_id !== null) await correlateWhenDone(ground, store, job.cohort_id);
  else await noteOutcome(store, { schedule_id: job.schedule_id, job_id: job.job_id }, ending.status);
  if (ending.status === 'failed' || ending.status === 'timed_out') await announceFailure(store, job, ending, now);
  await audit(ground, store, job, { ending, now, ingested });
}

function announceFailure(
  store: TenantStore,
  job: JobRow,
  { status, error }: Extract<Ending, { error: string }>,
  now: string,
): Promise<void> {
  const data = { job_id: job.job_id, source_id: job.source_id, job_type: job.job_type, status, error };
  return announce(store, [{ what: 'job.failed', severity: null, data }], now);
}

interface IngestedResult {
  evidenceIds: readonly string[];
  summary: Partial<JobVerdict> & Record<string, unknown>;
}

/** Writes the worker's findings, judged by the tenant's current exceptions and policies. */
async function ingestResult(
  store: TenantStore,
  { job_id, source_id, started_at }: JobRow,
  { status, result, evidence }: Extract<Ending, { result: WorkerResult }>,
  now: string,
): Promise<IngestedResult> {
  const { findings, graph, summary, health } = result;
  const sourceId = source_id ?? '';
  const observedAt = started_at ?? now;
  const { evidence_ids: evidenceIds, ...changes } = await ingest(store, {
    sourceId,
    jobId: job_id,
    evidence: [evidence],
    findings,
    graph,
    // What an incomplete scan did not see may still be there.
    complete: status === 'succeeded',
    look: 'look' in summary ? summary.look : undefined,
    observedAt,
    now,
  });
  if ('connector' in summary) {
    await new ConnectorRepository(store).put({
      name: summary.connector,
      health: summary.connector_health,
      detail: health.reason,
      checked_at: now,
    });
    return { evidenceIds, summary: { ...summary, health } };
  }
  const verdict = await judgeWritten(store, { sourceId, findings, graph, reading: summary, now });
  return { evidenceIds, summary: { ...summary, ...verdict, health, changes, observed_at: observedAt } };
}

/** Updates the source's last job. A cancelled job does not count. */
async function touchSource(store: TenantStore, { job_id, source_id, started_at }: JobRow, ending: Ending, now: string): Promise<void> {
  if (ending.status === 'cancelled' || source_id === null || started_at === null) return;
  await new SourceRepository(store).ran(source_id, {
    status: ending.status === 'succeeded' ? 'healthy' : 'degraded',
    at: now,
    jobId: job_id,
  });
}

interface JobEnd {
  ending: Ending;
  now: string;
  ingested: IngestedResult | undefined;
}

async function audit(ground: Ground, store: TenantStore, job: JobRow, { ending, now, ingested }: JobEnd): Promise<void> {
  await new AuditLog(store, ground.ring).append({
    event_id: newId('aud'),
    timestamp: now,
    actor: 'system:worker',
    auth_method: 'internal',
    action: `job.${ending.status}`,
    target_type: 'job',
    target_id: job.job_id,
    outcome: outcomeOf(ending),
    request_id: job.job_id,
    trace_id: job.trace_id,
    details: {
      source_id: job.source_id,
      requested_by: job.requested_by,
      attempt: job.attempt,
      ...('error' in ending
        ? { error: ending.error }
        : { evidence_ids: ingested?.evidenceIds, findings: ingested?.summary.findings, verdict: ingested?.summary.verdict }),
    },
  });
}

function outcomeOf(ending: Ending): string {
  if (ending.status === 'succeeded') return 'success';
  if (ending.status === 'partial') return 'partial';
  return 'denied' in ending ? 'denied' : 'failure';
}
