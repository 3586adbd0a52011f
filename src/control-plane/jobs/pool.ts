import { workFolders } from '../../system/work-folders.js';
import type { EvidenceGround } from '../evidence/evidence-store.js';
import { workRoot } from '../workers/work-root.js';
import { claimNext, poolName } from './claim.js';
import { JobRun, type RunTerms } from './supervise.js';

/** The workers of one process: as many jobs at a time as the options say, each in a process of its own. */
export interface WorkerPool {
  /** Looks for jobs, and for cancels of those that run, now. */
  wake(): void;
  /** Takes no more jobs; those that run go back to the queue. */
  close(): Promise<void>;
}

const DEFAULTS: Omit<RunTerms, 'program'> = {
  leaseMs: 60_000,
  heartbeatMs: 15_000,
  timeoutMs: 30 * 60_000,
  maxAttempts: 3,
  backoffMs: 5_000,
};

/** How often the queue is looked at when nobody wakes the pool: other processes accept jobs too. */
const ROUND_MS = 1_000;

/** Of more tenants nobody remembers whose turn it was. */
const MOST_SERVED = 50;

/** Starts taking jobs. `terms` must name the program's file, which workers are started from. */
export function startPool(ground: EvidenceGround, terms: Partial<RunTerms> & Pick<RunTerms, 'program'>): WorkerPool {
  const pool = new Pool(ground, { ...DEFAULTS, ...terms });
  pool.wake();
  return pool;
}

class Pool implements WorkerPool {
  private readonly running = new Set<JobRun>();
  private readonly ends = new Set<Promise<void>>();
  /** The tenants that were served last, the latest last. */
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
    // Whoever had it before is gone, and may have left its folder.
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
