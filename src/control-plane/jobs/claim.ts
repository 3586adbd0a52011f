import { MINUTE_MS } from '../../support/durations.js';
import { workFolders } from '../../system/work-folders.js';
import { connectionIn, usableConnection } from '../connectors/cloud-connection.js';
import { imageTarget, registryTargets } from '../connectors/registries.js';
import type { EvidenceGround } from '../evidence/evidence-store.js';
import { Conflict } from '../failures.js';
import { type Ground, timeOf, timesOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import type { JobType } from '../ingest/job-record.js';
import { JobEvents } from '../store/job-events.js';
import { type Hold, JobQueue } from '../store/job-queue.js';
import { JobRepository, type JobRow, OPEN_STATUSES } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';
import { BindingRepository } from '../store/policy-bindings.js';
import { SourceRepository } from '../store/sources.js';
import { workRoot } from '../workers/work-root.js';
import { noteWait } from './job-spans.js';
import { refusalOf } from './requester.js';
import { type Ending, settle } from './settle.js';
import { type JobSpec, readSpec } from './spec.js';
import { type Claimed, JobRun, type RunTerms } from './supervise.js';
import type { QueuedJob } from './worker-contract.js';

/** The workers of one process: up to the configured number of jobs at a time, each in a process of its own. */
export interface WorkerPool {
  /** Looks at once for queued jobs, and for cancelled ones that run. */
  wake(): void;
  /** Takes no more jobs; running ones go back to the queue. */
  close(): Promise<void>;
}

const DEFAULTS: Omit<RunTerms, 'program'> = {
  leaseMs: MINUTE_MS,
  heartbeatMs: 15_000,
  timeoutMs: 30 * MINUTE_MS,
  maxAttempts: 3,
  backoffMs: 5_000,
};

/** How often the pool looks at the queue without being woken, because other processes accept jobs too. */
const ROUND_MS = 1_000;

/** Limit for the tenants whose turn is remembered. */
const MOST_SERVED = 50;

/** Starts taking jobs. `terms` must contain the program's file, with which workers are started. */
export function startPool(ground: EvidenceGround, terms: Partial<RunTerms> & Pick<RunTerms, 'program'>): WorkerPool {
  const pool = new Pool(ground, { ...DEFAULTS, ...terms });
  pool.wake();
  return pool;
}

class Pool implements WorkerPool {
  private readonly running = new Set<JobRun>();
  private readonly ends = new Set<Promise<void>>();
  /** The tenants that were served last, the latest at the end. */
  private served: readonly string[] = [];
  private readonly name = poolName();
  private readonly folders;
  private readonly timer: NodeJS.Timeout;
  private round: Promise<void> | undefined;
  private again = false;
  private closed = false;

  constructor(
    private readonly ground: EvidenceGround,
    private readonly terms: RunTerms,
  ) {
    this.folders = workFolders(workRoot(ground.options.dataFolder));
    this.timer = setInterval(() => this.wake(), ROUND_MS);
    this.timer.unref();
  }

  wake(): void {
    this.again = true;
    this.round ??= this.rounds().finally(() => {
      this.round = undefined;
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    await this.round;
    for (const run of this.running) run.interrupt();
    await Promise.all(this.ends);
  }

  private async rounds(): Promise<void> {
    while (this.again && !this.closed) {
      this.again = false;
      try {
        await Promise.all([...this.running].map((run) => run.look()));
        while (this.running.size < this.ground.options.workers && !this.closed && (await this.takeOne()));
      } catch (error) {
        this.ground.log.error({ err: error }, 'the job queue cannot be read');
      }
    }
  }

  /** False when there is nothing to do. */
  private async takeOne(): Promise<boolean> {
    const { leaseMs, maxAttempts } = this.terms;
    const running = [...this.running].map(({ jobId }) => jobId);
    const claimed = await claimNext(this.ground, { worker: this.name, leaseMs, maxAttempts, running, served: this.served });
    if (!claimed) return false;
    const { job, tenantId, hold } = claimed;
    this.served = [...this.served.filter((one) => one !== tenantId), tenantId].slice(-MOST_SERVED);
    // A previous attempt ended without its cleanup and may have left its folder.
    if (hold.attempt > 1) this.folders.sweep();
    if (job) this.start(new JobRun(this.ground, this.terms, this.folders, { ...claimed, job }));
    return true;
  }

  private start(run: JobRun): void {
    this.running.add(run);
    const end = run
      .run()
      .catch((error) => this.ground.log.error({ err: error }, 'a job was left to the end of its lease'))
      .finally(() => {
        this.running.delete(run);
        this.ends.delete(end);
        this.wake();
      });
    this.ends.add(end);
  }
}

/** How jobs are handed out. */
export interface ClaimTerms {
  worker: string;
  leaseMs: number;
  maxAttempts: number;
  /** Ids of the jobs that the pool already runs. */
  running: readonly string[];
  /** Tenants that the pool served last, the latest at the end. */
  served: readonly string[];
}

/** Longest wait before a job's next attempt. */
const HORIZON_MS = 10 * MINUTE_MS;

/** Takes the next waiting job, and checks again whether it may run. Undefined when none waits. */
export async function claimNext(
  ground: Ground,
  { worker, leaseMs, maxAttempts, running, served }: ClaimTerms,
): Promise<Claimed | undefined> {
  const [now, until, horizon] = timesOf(ground, 0, leaseMs, HORIZON_MS);
  const claim = { worker, running, served, now, until, horizon };
  const row = await ground.store.shared((shared) => new JobQueue(shared).claim(claim));
  if (!row) return undefined;
  const hold = { jobId: row.job_id, worker, attempt: row.attempt };
  const begun = await begin(ground, row.tenant_id, { hold, leaseMs, maxAttempts });
  if (begun !== undefined && 'status' in begun) await settle(ground, row.tenant_id, hold, begun);
  return { tenantId: row.tenant_id, hold, job: begun !== undefined && 'job_id' in begun ? begun : undefined };
}

interface Terms {
  hold: Hold;
  leaseMs: number;
  maxAttempts: number;
}

/** The job as the worker gets it, or its ending if it may not run; undefined for a queue row without a job. */
function begin(ground: Ground, tenantId: string, { hold, leaseMs, maxAttempts }: Terms): Promise<QueuedJob | Ending | undefined> {
  const now = timeOf(ground);
  return ground.store.write(tenantId, async (store, shared) => {
    const queue = new JobQueue(shared);
    // Also locks the row, as every change of a job does first.
    if (!(await queue.extend(hold, timeOf(ground, leaseMs)))) return undefined;
    const jobs = new JobRepository(store);
    const job = await jobs.lock(hold.jobId);
    if (!job || !OPEN_STATUSES.includes(job.status)) {
      await queue.drop(hold.jobId);
      return undefined;
    }
    await jobs.update(job.job_id, { attempt: hold.attempt });
    const refused = await refusal(store, job, { hold, maxAttempts, now });
    if (refused) return refused;
    await jobs.update(job.job_id, { status: 'running', started_at: job.started_at ?? now });
    if (hold.attempt === 1) noteWait(job, job.created_at);
    await new JobEvents(store).append(job.job_id, [{ event: 'started', data: { attempt: hold.attempt } }], now);
    return workOf(ground, store, job);
  });
}

async function refusal(
  store: TenantStore,
  job: JobRow,
  { hold, maxAttempts, now }: { hold: Hold; maxAttempts: number; now: string },
): Promise<Ending | undefined> {
  if (job.cancel_requested) return { status: 'cancelled', error: 'cancelled before it ran' };
  if (hold.attempt > maxAttempts) return { status: 'failed', error: `given up: ${maxAttempts} workers ended while they did it` };
  const refused = await refusalOf(store, job.requested_by, now);
  if (refused !== undefined) return { status: 'failed', error: refused, denied: true };
  const source = job.source_id === null ? undefined : await new SourceRepository(store).find(job.source_id);
  if (!source?.enabled || source.status === 'retired') return { status: 'failed', error: 'its source is not enabled' };
  return readSpec(job.spec) ? undefined : { status: 'failed', error: 'it was made by another version of this program' };
}

async function workOf(ground: Ground, store: TenantStore, job: JobRow): Promise<QueuedJob | Ending> {
  const scope = readSpec(job.spec);
  if (!scope || job.source_id === null) return { status: 'failed', error: 'there is nothing to do' };
  const connection = await connectionOf(ground, store, scope);
  if (typeof connection === 'string') return { status: 'failed', error: connection };
  return {
    job_id: job.job_id,
    tenant_id: job.tenant_id,
    source_id: job.source_id,
    job_type: job.job_type as JobType,
    requested_by: job.requested_by,
    connection,
    scope,
    policy_bindings: await bindingsFor(store, job.source_id),
    trace_id: job.trace_id,
    idempotency_key: job.idempotency_key,
  };
}

/** The connection of a job, or the reason why it lost its right to run since the job was queued. */
async function connectionOf({ options }: Ground, store: TenantStore, spec: JobSpec): Promise<QueuedJob['connection'] | string> {
  const connectionId = connectionIn(spec.scope);
  try {
    if (spec.kind === 'connector.registry') return { registries: registryTargets(spec.scope, options) };
    if (spec.kind === 'scan.image') {
      const target = imageTarget(spec.scope.ref, options);
      return target ? { registries: [target] } : null;
    }
    if (connectionId === undefined)
      return spec.kind === 'connector.cloud_read_only' && spec.connector !== undefined ? { connector: spec.connector } : null;
    return await usableConnection(store, connectionId);
  } catch (error) {
    if (error instanceof Conflict) return error.message;
    throw error;
  }
}

/** Policies bound to the source or to the whole tenant. */
async function bindingsFor(store: TenantStore, sourceId: string): Promise<QueuedJob['policy_bindings']> {
  const bound = await new BindingRepository(store).ofSources([sourceId]);
  return bound.map(({ binding_id, policy_kind, target_type, target_id, mode }) => ({
    binding_id,
    policy_kind,
    target_type,
    target_id,
    mode,
  }));
}

/** A name for this pool that no other process of the service uses. */
function poolName(): string {
  return newId(`pool${process.pid}`);
}
