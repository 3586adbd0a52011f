import { sql } from 'kysely';
import { lockedOrSkipped } from './layer/dialects.js';
import type { SharedStore } from './layer/store.js';
import { type RowMatch, sharedTable, type Table } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type QueueRow = Tables['job_queue'];

/** Who holds a job, and which time it was handed out: what a later hand-out makes void. */
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
  /** Later than any time that a job is made to wait for. */
  horizon: string;
  /** Jobs that the worker runs already. */
  running: readonly string[];
  /** Tenants whose turn it was last, the latest last. */
  served: readonly string[];
}

/**
 * Jobs that are to be run, of all tenants. A row is handed out by moving its `available_at` to the end of its lease, so that what a
 * dead worker held comes up again by itself; it goes in the transaction that ends the job.
 */
export class JobQueue {
  private readonly queue: Table<'job_queue'>;

  constructor(private readonly shared: SharedStore) {
    this.queue = sharedTable(shared, 'job_queue');
  }

  /** Puts a job in, to be handed out at once. */
  async add(job_id: string, tenant_id: string, now: string): Promise<void> {
    await this.queue.create({ job_id, tenant_id, available_at: now, lease_until: null, worker: null, attempt: 0 });
  }

  /**
   * Hands a job to `worker`; to nobody else until `until`. Tenants take turns: first whoever has the fewest jobs in hand, then whoever was
   * served longest ago; of one tenant the longest waiting. Not one of `running`, which it has: a clock that jumps ahead
   * makes their leases look old. One that nobody holds and that waits for a time after `horizon` was queued by a clock that has stepped back.
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

  /** Holds on until `until`; false when the job is no longer held. */
  async extend(hold: Hold, until: string): Promise<boolean> {
    return (await this.queue.updateWhere(theHold(hold), { available_at: until, lease_until: until })) === 1;
  }

  /** True while the job is held; locks its row until the transaction ends, as every change of a job does first. */
  async touch(hold: Hold): Promise<boolean> {
    return (await this.queue.updateWhere(theHold(hold), { worker: hold.worker })) === 1;
  }

  /** Gives the job back, to be handed out from `at` on; `attempt` counts the hand-outs that have come to nothing. */
  async release(hold: Hold, at: string, attempt = hold.attempt): Promise<boolean> {
    return (await this.queue.updateWhere(theHold(hold), { available_at: at, lease_until: null, worker: null, attempt })) === 1;
  }

  /** Takes the job out for good; false when it is no longer held. */
  async settle(hold: Hold): Promise<boolean> {
    return (await this.queue.removeWhere(theHold(hold))) === 1;
  }

  /** How many there are of all tenants, and how many of them are handed out. */
  async counts(): Promise<{ jobs: number; leased: number }> {
    const jobs = await this.queue.count();
    return { jobs, leased: jobs - (await this.queue.count({ lease_until: null })) };
  }

  /** Takes out a job that nobody holds, or a deleted one that somebody does. */
  async drop(jobId: string): Promise<void> {
    await this.queue.remove(jobId);
  }

  /** True when the job is there and nobody has it now; locks it, so that it stays so. */
  async isWaiting(jobId: string): Promise<boolean> {
    return (await this.queue.lock(jobId))?.worker === null;
  }
}

/** Nought for tenants that were not served of late. */
function turnOf(served: readonly string[]) {
  const turns = served.map((tenantId, at) => sql`when job_queue.tenant_id = ${tenantId} then ${sql.lit(at + 1)}`);
  return sql<number>`case ${sql.join(turns, sql` `)} else 0 end`;
}

function theHold({ jobId, worker, attempt }: Hold): RowMatch<'job_queue'> {
  return { job_id: jobId, worker, attempt };
}
