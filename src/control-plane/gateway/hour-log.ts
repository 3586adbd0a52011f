import { setImmediate as breathe } from 'node:timers/promises';
import type { TenantWork } from '../auth/tenant-work.js';
import type { EvidenceGround } from '../evidence/evidence-store.js';
import { timeOf } from '../ground/ground.js';
import { hourlyJob, hourOf } from '../ingest/hourly-job.js';
import { pushedJob } from '../ingest/job-record.js';
import { writeEvidence } from '../ingest/write.js';
import { GatewayEventRepository, type GatewayEventRow } from '../store/gateway-events.js';
import { JobRepository } from '../store/jobs.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';

/** How often the last run of a source with continuous decisions is updated, because that writes to its row. */
const NOTE_MS = 60_000;
/** Limit of decisions in one piece of evidence, because a piece is read and written as a whole. */
const PIECE = 10_000;
/** Older hours are not looked at: their logs were stored, or retention may have removed some of their events. */
const LOOK_BACK_MS = 7 * 86_400_000;
/** Marks in the job's summary that the whole hour is stored. */
const WHOLE = { log: 'whole' };

/**
 * Assigns a decision to its runtime source, in the transaction of the decision: the source's hour gets a job, and its
 * last run is updated. Returns what to do once the transaction has succeeded. The first decision of an hour is stored
 * as evidence at once, the whole hour by `keepHours` when it is over.
 */
export async function feedSource(ground: EvidenceGround, work: TenantWork, source: SourceRow): Promise<(() => void) | undefined> {
  const { store, now } = work;
  const { job, isNew } = await hourlyJob(store, pushedJob(work, source, 'import'));
  const isNoted = source.last_run_at !== null && Date.parse(now) - Date.parse(source.last_run_at) < NOTE_MS;
  if (!isNoted || source.last_job_id !== job.job_id)
    await new SourceRepository(store).ran(source.source_id, {
      status: job.status === 'partial' ? 'degraded' : 'healthy',
      at: now,
      jobId: job.job_id,
    });
  if (!isNew) return undefined;
  return () => {
    keepLog(ground, store.tenantId, job.job_id, { log: 'first' }).catch((err: unknown) => {
      ground.log.error({ err, job_id: job.job_id }, 'the first decision of an hour could not be kept as evidence');
    });
  };
}

/** Stores the whole log of every finished hour of one tenant; returns the number of hours. */
export async function keepHours(ground: EvidenceGround, tenantId: string): Promise<number> {
  const { from: hour } = hourOf(timeOf(ground));
  const since = timeOf(ground, -LOOK_BACK_MS);
  const open = await ground.store.read(tenantId, (store) => new GatewayEventRepository(store).openHours(since, hour));
  for (const jobId of open) {
    await keepLog(ground, tenantId, jobId, WHOLE);
    await breathe();
  }
  return open.length;
}

/**
 * Stores the decisions of a job's hour so far as evidence of the job. Two concurrent calls store it twice, under the
 * same hash.
 */
async function keepLog(ground: EvidenceGround, tenantId: string, jobId: string, said: { log: string }): Promise<void> {
  const job = await ground.store.read(tenantId, (store) => new JobRepository(store).find(jobId));
  if (!job?.source_id) return;
  const sourceId = job.source_id;
  const hour = hourOf(job.created_at);
  const counts = { decisions: 0, denied: 0, warned: 0 };
  const stored = [];
  for (let after: [string, string] | undefined = [hour.from, '']; after; ) {
    const at: [string, string] = after;
    const events = await ground.store.read(tenantId, (store) => new GatewayEventRepository(store).ofHour(sourceId, at, hour.to, PIECE));
    if (events.length === 0) break;
    const bytes = Buffer.from(events.map((event) => `${JSON.stringify(lineOf(event))}\n`).join(''));
    stored.push(await ground.evidence.put('runtime_log', 'application/x-ndjson', bytes));
    counts.decisions += events.length;
    for (const { decision } of events) {
      if (decision === 'deny') counts.denied += 1;
      if (decision === 'warn') counts.warned += 1;
    }
    const last: GatewayEventRow | undefined = events.length < PIECE ? undefined : events.at(-1);
    after = last && [last.received_at, last.event_id];
  }
  const [first, ...rest] = stored;
  await ground.store.write(tenantId, async (store) => {
    const locked = await new JobRepository(store).lock(jobId);
    if (!locked || locked.result_summary?.log === WHOLE.log) return;
    const now = timeOf(ground);
    if (first) await writeEvidence(store, { evidence: [first, ...rest], jobId, sourceId, now });
    const summary = { findings: 0, coverage: 'scanned', ...locked.result_summary, ...said, ...counts };
    const evidence_count = locked.evidence_count + stored.length;
    await new JobRepository(store).update(jobId, { result_summary: summary, evidence_count });
  });
}

function lineOf({ document, origin, alert, severity, ...row }: GatewayEventRow): object {
  return { ...row, ...document };
}
