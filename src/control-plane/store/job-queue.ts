import { sql } from 'kysely';
import { lockedOrSkipped } from './layer/dialects.js';
import type { SharedStore } from './layer/store.js';
import { type RowMatch, sharedTable, type Table } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type QueueRow = Tables['job_queue'];

/** The lease on a job: its worker, and the attempt; a later attempt invalidates it. */
export interface Hold {
  jobId: string;
  worker: string;
  attempt: number;
}

/** How a job is to be handed out. Times are RFC 3339. */
export interface Claim {
  worker: string;
  now: string;
  /** The end of the lease. */
  until: string;
  /** Later than any time that a job can wait for. */
  horizon: string;
  /** Jobs that the worker already runs. */
  running: readonly string[];
  /** Tenants that were served last, the latest at the end. */
  served: readonly string[];
}

/**
 * Queued and running jobs of all tenants. A job is claimed by moving its `available_at` to the end of its lease, so
 * that the job of a dead worker becomes available again by itself. The row is removed in the transaction that ends the
 * job.
 */
export class JobQueue {
  private readonly queue: Table<'job_queue'>;

  constructor(private readonly shared: SharedStore) {
    this.queue = sharedTable(shared, 'job_queue');
  }

  /** Adds a job that is available at once. */
  async add(job_id: string, tenant_id: string, now: string): Promise<void> {
    await this.queue.create({ job_id, tenant_id, available_at: now, lease_until: null, worker: null, attempt: 0 });
  }

  /**
   * Gives `worker` a lease on a job until `until`. Tenants take turns: first the one with the fewest running jobs, then
   * the one that was served longest ago; of one tenant the job that waits longest. It never returns one of `running`,
   * whose leases look expired when the clock jumps ahead. A job without a lease that waits for a time after `horizon`
   * was queued before the clock stepped back, and is available.
   */
  claim({ worker, now, until, horizon, running, served }: Claim): Promise<QueueRow | undefined> {
    const { db } = this.shared;
    const inHand = db
      .selectFrom('job_queue as held')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(sql<boolean>`held.tenant_id = job_queue.tenant_id`)
      .where('held.worker', 'is not', null)
      .where('held.lease_until', '>', now);
    const due = db
      .selectFrom('job_queue')
      .select('job_id')
      .where(({ eb, and, or }) => or([eb('available_at', '<=', now), and([eb('available_at', '>', horizon), eb('worker', 'is', null)])]))
      .$if(running.length > 0, (query) => query.where('job_id', 'not in', running))
      .orderBy(inHand)
      .$if(served.length > 0, (query) => query.orderBy(turnOf(served)))
      .orderBy('available_at')
      .orderBy('job_id')
      .limit(1);
    return db
      .updateTable('job_queue')
      .set((eb) => ({ worker, available_at: until, lease_until: until, attempt: eb('attempt', '+', 1) }))
      .where('job_id', '=', lockedOrSkipped(this.shared, due))
      .returningAll()
      .executeTakeFirst();
  }

  /** Extends the lease to `until`; false when the lease is lost. */
  async extend(hold: Hold, until: string): Promise<boolean> {
    return (await this.queue.updateWhere(theHold(hold), { available_at: until, lease_until: until })) === 1;
  }

  /** True while the lease is held; locks its row until the transaction ends, as every change of a job does first. */
  async touch(hold: Hold): Promise<boolean> {
    return (await this.queue.updateWhere(theHold(hold), { worker: hold.worker })) === 1;
  }

  /** Ends the lease; the job is available from `at` on. `attempt` is the number of failed attempts. */
  async release(hold: Hold, at: string, attempt = hold.attempt): Promise<boolean> {
    return (await this.queue.updateWhere(theHold(hold), { available_at: at, lease_until: null, worker: null, attempt })) === 1;
  }

  /** Removes the job for good; false when the lease is lost. */
  async settle(hold: Hold): Promise<boolean> {
    return (await this.queue.removeWhere(theHold(hold))) === 1;
  }

  /** The number of jobs of all tenants, how many of them are leased, and since when the longest waits that could begin now. */
  async counts(now: string): Promise<{ jobs: number; leased: number; oldest: string | undefined }> {
    const jobs = await this.queue.count();
    const leased = jobs - (await this.queue.count({ lease_until: null }));
    const first = await this.queue
      .select(['available_at'], { lease_until: null })
      .where('available_at', '<=', now)
      .orderBy('available_at')
      .limit(1)
      .executeTakeFirst();
    return { jobs, leased, oldest: first?.available_at };
  }

  /** Removes a job without a lease, or a deleted one with a lease. */
  async drop(jobId: string): Promise<void> {
    await this.queue.remove(jobId);
  }

  /** True when the job is in the queue without a lease; locks it, so that it stays so. */
  async isWaiting(jobId: string): Promise<boolean> {
    return (await this.queue.lock(jobId))?.worker === null;
  }
}

/** Zero for tenants that were not served recently. */
function turnOf(served: readonly string[]) {
  const turns = served.map((tenantId, at) => sql`when job_queue.tenant_id = ${tenantId} then ${sql.lit(at + 1)}`);
  return sql<number>`case ${sql.join(turns, sql` `)} else 0 end`;
}

function theHold({ jobId, worker, attempt }: Hold): RowMatch<'job_queue'> {
  return { job_id: jobId, worker, attempt };
}
