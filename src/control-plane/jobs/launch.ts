import type { SourceKind } from '../../api/source-scope.js';
import { connectionIn, usableConnection } from '../connectors/cloud-connection.js';
import { warehouseFor } from '../connectors/warehouse.js';
import { Conflict, NotFound } from '../failures.js';
import { newId } from '../ids.js';
import { insertJob, type JobDraft, type JobType } from '../ingest/job-record.js';
import { requireQuota } from '../limits/quota.js';
import type { OutsideOptions } from '../outbound/outbound.js';
import { whyNeverRun } from '../sources/never-run.js';
import { JobEvents } from '../store/job-events.js';
import { JobQueue } from '../store/job-queue.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';
import { noteLaunch } from './job-spans.js';
import { type JobSpec, specOf } from './spec.js';

/** A transaction with its time. */
export interface Launching {
  store: TenantStore;
  shared: SharedStore;
  /** RFC 3339. */
  now: string;
  /** The server's configuration. */
  server: OutsideOptions;
}

/** Who requests a job, and its trace id. */
export interface Requester {
  /** `user:…`, `key:…`, `schedule:…`. */
  requestedBy: string;
  role: string;
  traceId: string;
  idempotencyKey?: string;
  scheduleId?: string;
}

export interface Launched {
  job_id: string;
  status: 'queued';
}

/**
 * Queues a run of a source. Throws NotFound for an unknown source, Conflict for one that cannot run. The caller wakes
 * the workers (`wakeWorkers`) once its transaction has succeeded.
 */
export async function launchSource(at: Launching, sourceId: string, requester: Requester, options?: JobSpec['options']): Promise<Launched> {
  const source = await new SourceRepository(at.store).find(sourceId);
  if (!source) throw new NotFound('source');
  return { job_id: await launch(at, source, requester, { options }), status: 'queued' };
}

interface More {
  options?: JobSpec['options'];
  cohortId?: string;
}

/** Queues a run of a source that was already read. */
export async function launch(
  { store, shared, now, server }: Launching,
  source: SourceRow,
  requester: Requester,
  more: More = {},
): Promise<string> {
  const spec = await runnable(store, source, server, more.options);
  // The room for a cohort was checked for all its jobs together.
  if (more.cohortId === undefined) await requireRoom(store, 1);
  return enqueueJob(store, shared, {
    jobType: jobTypeOf(spec.kind),
    sourceId: source.source_id,
    requestedBy: requester.requestedBy,
    requestedRole: requester.role,
    spec,
    traceId: requester.traceId,
    now,
    ...(requester.idempotencyKey !== undefined && { idempotencyKey: requester.idempotencyKey }),
    ...(requester.scheduleId !== undefined && { scheduleId: requester.scheduleId }),
    ...(more.cohortId !== undefined && { cohortId: more.cohortId }),
  });
}

/**
 * Creates a queued job in the caller's transaction and returns its id. The caller wakes the workers once the
 * transaction has succeeded.
 */
export async function enqueueJob(store: TenantStore, shared: SharedStore, draft: JobDraft): Promise<string> {
  const jobId = newId('job');
  await insertJob(store, jobId, draft, 'queued');
  await new JobEvents(store).append(jobId, [{ event: 'queued', data: { source_id: draft.sourceId ?? null } }], draft.now);
  await new JobQueue(shared).add(jobId, store.tenantId, draft.now);
  noteLaunch({ job_id: jobId, trace_id: draft.traceId, job_type: draft.jobType, source_id: draft.sourceId ?? null });
  return jobId;
}

/** Throws TooMany when the tenant would exceed its limit of jobs. A cohort is checked as a whole. */
export async function requireRoom(store: TenantStore, jobs: number): Promise<void> {
  await requireQuota(store, 'active_jobs');
  await requireQuota(store, 'retained_jobs', jobs);
}

/** The job of a source. Throws Conflict with the reason when it cannot run. */
export async function runnable(
  store: TenantStore,
  source: SourceRow,
  server: OutsideOptions,
  options?: JobSpec['options'],
): Promise<JobSpec> {
  const never = whyNeverRun(source.kind);
  if (never !== undefined) throw new Conflict(never);
  if (source.status === 'retired') throw new Conflict('the source is retired');
  if (!source.enabled) throw new Conflict('the source is disabled');
  // A reference only records who holds a credential; what a run needs is configured on the server.
  if (source.credential_ref !== null)
    throw new Conflict('a credential reference is not a secret to run with: detach it; the server holds the credentials of connections');
  const connectionId =
    source.kind === 'connector.warehouse' ? (await warehouseFor(store, source.scope)).connection_id : connectionIn(source.scope);
  if (connectionId === undefined) return specOf(source, { options, server });
  await usableConnection(store, connectionId);
  return specOf({ ...source, scope: { ...source.scope, connection_id: connectionId } }, { options, server });
}

function jobTypeOf(kind: SourceKind): JobType {
  if (kind === 'ingest.artifact_import') return 'import';
  return kind.startsWith('connector.') ? 'connector' : 'scan';
}
