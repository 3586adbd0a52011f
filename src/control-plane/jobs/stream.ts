import { Readable } from 'node:stream';
import type { Ground } from '../ground/ground.js';
import { type JobEventRow, JobEvents } from '../store/job-events.js';
import { JobRepository, OPEN_STATUSES } from '../store/jobs.js';
import type { JobNews } from './job-news.js';

const KEEP_ALIVE_MS = 15_000;

/** The ground of code that follows jobs. */
export interface FollowGround extends Ground {
  readonly jobNews: JobNews;
}

export interface Followed {
  tenantId: string;
  jobId: string;
  /** Id of the last event that the client has; 0: none. */
  after: number;
  /** Rejects when the credential of the stream is no longer valid, or cannot be checked. */
  checkAccess(): Promise<unknown>;
}

/**
 * A job's events as server-sent events (HTML Standard, section 9.2): first the existing ones, then new ones up to the
 * last.
 */
export function follow(ground: FollowGround, followed: Followed): Readable {
  const gone = new AbortController();
  const stream = Readable.from(frames(ground, followed, gone.signal));
  // Signalled before the generator is asked to return, because it only returns at a `yield` and may be waiting for
  // events.
  const end = stream._destroy.bind(stream);
  stream._destroy = (error, done) => {
    gone.abort();
    end(error, done);
  };
  // A client that disconnects in the middle is not an error of the service.
  stream.on('error', () => {});
  return stream;
}

async function* frames(ground: FollowGround, followed: Followed, gone: AbortSignal): AsyncGenerator<string> {
  const { tenantId, jobId } = followed;
  const due = pulse(ground.options.keepAliveMs ?? KEEP_ALIVE_MS);
  const bell = ground.jobNews.follow(tenantId, jobId);
  let seq = followed.after;
  try {
    yield 'retry: 2000\n\n';
    for (let isNew = true; !gone.aborted; isNew = await bell.rung(due.inMs(), gone)) {
      // Checked also between events, so that a client without access gets no more of them.
      if (due.passed() && !(await hasAccess(followed))) return;
      if (!isNew) yield ': keep-alive\n\n';
      const { events, ended, context } = await nextUpdate(ground, tenantId, jobId, seq);
      for (const event of events) yield frame(event, context);
      if (ended) return;
      seq = events.at(-1)?.seq ?? seq;
      // One query may not return all events.
      if (events.length > 0) bell.ring();
    }
  } finally {
    bell.close();
  }
}

/** Fires every `ms`, by a monotonic clock. */
function pulse(ms: number): { inMs(): number; passed(): boolean } {
  let next = performance.now() + ms;
  const inMs = () => Math.max(0, next - performance.now());
  return {
    inMs,
    passed() {
      if (inMs() > 0) return false;
      next = performance.now() + ms;
      return true;
    },
  };
}

/** False when access has ended; the client reconnects and is then told why. */
function hasAccess({ checkAccess }: Followed): Promise<boolean> {
  return checkAccess().then(
    () => true,
    () => false,
  );
}

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
  return `id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify({ ...data, ...context, at: created_at })}\n\n`;
}
