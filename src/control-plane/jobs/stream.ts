import { Readable } from 'node:stream';
import type { Ground } from '../ground/ground.js';
import { type JobEventRow, JobEvents } from '../store/job-events.js';
import { JobRepository, OPEN_STATUSES } from '../store/jobs.js';
import type { JobNews } from './job-news.js';

const KEEP_ALIVE_MS = 15_000;

/** The ground of those who follow jobs. */
export interface FollowGround extends Ground {
  readonly jobNews: JobNews;
}

export interface Followed {
  tenantId: string;
  jobId: string;
  /** The last event that is known already; 0: none. */
  after: number;
  /** Rejects when the credential that the stream was opened with holds no more, or nobody can tell. */
  mayGoOn(): Promise<unknown>;
}

/** A job's events as server-sent events (HTML Standard, section 9.2): those that are there, then those that come, to the last. */
export function follow(ground: FollowGround, followed: Followed): Readable {
  const gone = new AbortController();
  const stream = Readable.from(frames(ground, followed, gone.signal));
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

async function* frames(ground: FollowGround, followed: Followed, gone: AbortSignal): AsyncGenerator<string> {
  const { tenantId, jobId } = followed;
  const due = pulse(ground.options.keepAliveMs ?? KEEP_ALIVE_MS);
  const bell = ground.jobNews.follow(tenantId, jobId);
  let seq = followed.after;
  try {
    yield 'retry: 2000\n\n';
    for (let told = true; !gone.aborted; told = await bell.rung(due.inMs(), gone)) {
      // However much there is to tell: who is no longer let in hears no more of it.
      if (due.passed() && !(await holds(followed))) return;
      if (!told) yield ': keep-alive\n\n';
      const { events, ended, context } = await look(ground, tenantId, jobId, seq);
      for (const event of events) yield frame(event, context);
      if (ended) return;
      seq = events.at(-1)?.seq ?? seq;
      // There may be more than one look gives.
      if (events.length > 0) bell.ring();
    }
  } finally {
    bell.close();
  }
}

/** What comes round every `ms`, by a clock that nobody sets. */
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

/** The client comes back, and is told then why it is not let in. */
function holds({ mayGoOn }: Followed): Promise<boolean> {
  return mayGoOn().then(
    () => true,
    () => false,
  );
}

interface Look {
  events: JobEventRow[];
  /** Nothing will come after these. */
  ended: boolean;
  /** Whose they are, what they are of, and what they are traced by. */
  context: object;
}

function look(ground: Ground, tenantId: string, jobId: string, after: number): Promise<Look> {
  return ground.store.read(tenantId, async (store) => {
    // Asked first: an end that comes in between is seen the next time.
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
