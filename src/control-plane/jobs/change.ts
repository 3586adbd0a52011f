import { Conflict, NotFound } from '../failures.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { JobQueue } from '../store/job-queue.js';
import { JobRepository, type JobRow, OPEN_STATUSES } from '../store/jobs.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import { endJob } from './settle.js';

interface At {
  ground: Ground;
  store: TenantStore;
  shared: SharedStore;
}

/**
 * Ends a waiting job, and asks the worker of a running one to stop. Throws NotFound, or Conflict for a job that has
 * ended.
 */
export async function cancelJob(at: At, jobId: string): Promise<JobRow> {
  const { job, waits } = await locked(at, jobId);
  if (!OPEN_STATUSES.includes(job.status)) throw new Conflict('the job has ended');
  const jobs = new JobRepository(at.store);
  await jobs.update(jobId, { cancel_requested: true });
  if (waits) await endWaiting(at, job);
  return (await jobs.find(jobId)) ?? job;
}

/** Deletes a job; a waiting one is cancelled first. Throws NotFound, or Conflict for a running one. */
export async function deleteJob(at: At, jobId: string): Promise<JobRow> {
  const { job, waits } = await locked(at, jobId);
  if (OPEN_STATUSES.includes(job.status)) {
    if (!waits) throw new Conflict('the job is running: cancel it first', 5);
    await endWaiting(at, job);
  }
  // The row is kept but hidden: findings and evidence must not lose the job they came from.
  await new JobRepository(at.store).update(jobId, { deleted_at: timeOf(at.ground) });
  return job;
}

/** Locks in the same order as workers: the queue's row, then the job's. */
async function locked({ store, shared }: At, jobId: string): Promise<{ job: JobRow; waits: boolean }> {
  const jobs = new JobRepository(store);
  if (!(await jobs.find(jobId))) throw new NotFound('job');
  const waits = await new JobQueue(shared).isWaiting(jobId);
  const job = await jobs.lock(jobId);
  if (!job) throw new NotFound('job');
  return { job, waits };
}

async function endWaiting({ ground, store, shared }: At, job: JobRow): Promise<void> {
  await new JobQueue(shared).drop(job.job_id);
  await endJob(ground, store, job, { status: 'cancelled', error: 'cancelled before it ran' });
}
