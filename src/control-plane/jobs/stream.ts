import type { Readable } from 'node:stream';
import type { Ground } from '../ground/ground.js';
import { type JobEventRow, JobEvents } from '../store/job-events.js';
import { JobRepository, OPEN_STATUSES } from '../store/jobs.js';
import { eventFrame, eventStream, type Followed } from '../streams/event-stream.js';
import type { News, StatesOf } from '../streams/news.js';

/** The ground of code that follows jobs. */
export interface FollowGround extends Ground {
  readonly jobNews: News;
}

export interface FollowedJob extends Pick<Followed, 'checkAccess'> {
  tenantId: string;
  jobId: string;
  /** Id of the last event that the client has; 0: none. */
  after: number;
}

/** A job's events as server-sent events: first the existing ones, then new ones up to the last. */
export function follow(ground: FollowGround, { tenantId, jobId, after, checkAccess }: FollowedJob): Readable {
  let seq = after;
  return eventStream({
    openBell: () => ground.jobNews.follow(tenantId, jobId),
    keepAliveMs: ground.options.keepAliveMs,
    checkAccess,
    async look() {
      const { events, ended, context } = await nextUpdate(ground, tenantId, jobId, seq);
      seq = events.at(-1)?.seq ?? seq;
      return { frames: events.map((event) => frame(event, context)), ended };
    },
  });
}

/** A text for each job that changes with everything that its followers are sent; none for a deleted job. */
export const jobStates: StatesOf = async (store, jobIds) => {
  const rows = jobIds.length === 0 ? [] : await new JobRepository(store).progress(jobIds);
  return new Map(rows.map(({ job_id, status, deleted_at, last }) => [job_id, `${status} ${deleted_at} ${last}`]));
};

interface JobUpdate {
  events: JobEventRow[];
  /** True when no more events will follow. */
  ended: boolean;
  /** Ids of tenant, job and trace, for each event. */
  context: object;
}

function nextUpdate(ground: Ground, tenantId: string, jobId: string, after: number): Promise<JobUpdate> {
  return ground.store.read(tenantId, async (store) => {
    // Read first: if the job ends in between, the next query sees it.
    const job = await new JobRepository(store).find(jobId);
    const events = await new JobEvents(store).after(jobId, after);
    const over = job === undefined || !OPEN_STATUSES.includes(job.status);
    const context = { tenant_id: tenantId, source_id: job?.source_id ?? null, trace_id: job?.trace_id ?? null };
    return { context, events, ended: events.at(-1)?.event === 'finished' || (over && events.length === 0) };
  });
}

function frame({ seq, event, data, created_at }: JobEventRow, context: object): string {
  return eventFrame(seq, event, { ...data, ...context, at: created_at });
}
