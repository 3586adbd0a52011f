import { Readable } from 'node:stream';
import type { ControlPlane } from '../plane.js';
import { type JobEventRow, JobEvents } from '../store/job-events.js';
import { JobRepository, OPEN_STATUSES } from '../store/jobs.js';

const KEEP_ALIVE_MS = 15_000;

export interface Followed {
  tenantId: string;
  jobId: string;
  /** The last event that is known already; 0: none. */
  after: number;
}

/** A job's events as server-sent events (HTML Standard, section 9.2): those that are there, then those that come, to the last. */
export function follow(plane: ControlPlane, followed: Followed): Readable {
  const gone = new AbortController();
  const stream = Readable.from(frames(plane, followed, gone.signal));
  // Told before the generator is asked to return: it returns only where it yields, and it may be waiting for news.
  const end = stream._destroy.bind(stream);
  stream._destroy = (error, done) => {
    gone.abort();
    end(error, done);
  };
  // Who goes away in the middle is no error of ours.
  stream.on('error', () => {});
  return stream;
}

async function* frames(plane: ControlPlane, { tenantId, jobId, after }: Followed, gone: AbortSignal): AsyncGenerator<string> {
  const bell = plane.jobNews.follow(tenantId, jobId);
  let seq = after;
  try {
    yield 'retry: 2000\n\n';
    for (let told = true; !gone.aborted; told = await bell.rung(KEEP_ALIVE_MS, gone)) {
      if (!told) yield ': keep-alive\n\n';
      const { events, ended } = await look(plane, tenantId, jobId, seq);
      for (const event of events) yield frame(event);
      if (ended) return;
      seq = events.at(-1)?.seq ?? seq;
      // There may be more than one look gives.
      if (events.length > 0) bell.ring();
    }
  } finally {
    bell.close();
  }
}

interface Look {
  events: JobEventRow[];
  /** Nothing will come after these. */
  ended: boolean;
}

function look(plane: ControlPlane, tenantId: string, jobId: string, after: number): Promise<Look> {
  return plane.store.read(tenantId, async (store) => {
    // Asked first: an end that comes in between is seen the next time.
    const job = await new JobRepository(store).find(jobId);
    const events = await new JobEvents(store).after(jobId, after);
    const over = job === undefined || !OPEN_STATUSES.includes(job.status);
    return { events, ended: events.at(-1)?.event === 'finished' || (over && events.length === 0) };
  });
}

function frame({ seq, event, data, created_at }: JobEventRow): string {
  return `id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify({ ...JSON.parse(data), at: created_at })}\n\n`;
}
