import type { ScanEvent } from '../../model/request.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { type JobEvent, JobEvents } from '../store/job-events.js';
import { type Hold, JobQueue } from '../store/job-queue.js';

const FLUSH_MS = 250;
/** Limit for findings with an event of their own; their total is in the job's summary. */
const MAX_FINDINGS = 200;
/** Limit for the events of one job in the database. */
const MAX_EVENTS = 2_000;

/** Writes a running job's events to the database, a few times a second, as long as the lease is held. */
export class EventWriter {
  private waiting: JobEvent[] = [];
  private written = 0;
  private findings = 0;
  private flushing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ground: Ground,
    private readonly tenantId: string,
    private readonly hold: Hold,
  ) {}

  take(event: ScanEvent): void {
    const jobEvent = asJobEvent(event);
    if (!jobEvent || this.written >= MAX_EVENTS || (jobEvent.event === 'finding' && ++this.findings > MAX_FINDINGS)) return;
    // Only the newest progress matters.
    if (jobEvent.event === 'progress' && this.waiting.at(-1)?.event === 'progress') this.waiting.pop();
    this.waiting.push(jobEvent);
    this.timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  /** Resolves when everything taken so far is written, or cannot be. */
  async end(): Promise<void> {
    this.flush();
    await this.flushing;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const events = this.waiting.splice(0);
    this.written += events.length;
    if (events.length > 0) this.flushing = this.flushing.then(() => this.write(events));
  }

  private async write(events: readonly JobEvent[]): Promise<void> {
    const { ground, tenantId, hold } = this;
    try {
      await ground.store.write(tenantId, async (store, shared) => {
        if (await new JobQueue(shared).touch(hold)) await new JobEvents(store).append(hold.jobId, events, timeOf(ground));
      });
    } catch (error) {
      // Progress may be lost; the job goes on.
      ground.log.warn({ err: error, job_id: hold.jobId }, 'progress of a job was not written');
    }
  }
}

function asJobEvent(event: ScanEvent): JobEvent | undefined {
  switch (event.event) {
    case 'step':
      return { event: 'step', data: { step: event.step } };
    case 'progress':
      return { event: 'progress', data: { step: event.step, done: event.done, total: event.total ?? null } };
    case 'finding':
      return { event: 'finding', data: { id: event.id, severity: event.severity, kind: event.kind } };
    default:
      return undefined;
  }
}
