import { HOUR_MS } from '../../support/durations.js';
import { isObject, type JsonObject } from '../../support/json.js';
import { JobRepository, type JobRow } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';
import { type JobDraft, recordFinishedJob } from './job-record.js';
import { lockSource } from './write.js';

/** The hour (UTC) that contains a time: its start, and that of the next hour, in RFC 3339. */
export function hourOf(time: string): { from: string; to: string } {
  const start = Math.floor(Date.parse(time) / HOUR_MS) * HOUR_MS;
  return { from: new Date(start).toISOString(), to: new Date(start + HOUR_MS).toISOString() };
}

/**
 * The job that collects a runtime source's reports of one hour, so that a relay that reports every few seconds leaves
 * one job instead of hundreds. It is created with the first report, in the caller's transaction; `isNew` is true in
 * that case.
 */
export async function hourlyJob(store: TenantStore, draft: JobDraft & { sourceId: string }): Promise<{ job: JobRow; isNew: boolean }> {
  const jobs = new JobRepository(store);
  const find = () => jobs.pushedWithin(draft.sourceId, hourOf(draft.now));
  const known = await find();
  if (known) return { job: known, isNew: false };
  // Two concurrent first reports wait here for each other.
  await lockSource(store, draft.sourceId);
  const meanwhile = await find();
  if (meanwhile) return { job: meanwhile, isNew: false };
  const jobId = await recordFinishedJob(store, draft, { status: 'succeeded', summary: {}, evidenceCount: 0 });
  const job = await jobs.find(jobId);
  if (!job) throw new Error('a job that was just made is not there');
  return { job, isNew: true };
}

/** The summary of a job after one more report: counts are added, other fields take the later value. */
export function summed(known: JsonObject, added: JsonObject): JsonObject {
  const both = Object.entries(added).map(([key, value]) => {
    const was = known[key];
    if (typeof was === 'number' && typeof value === 'number') return [key, was + value];
    return [key, isObject(was) && isObject(value) ? summed(was, value) : value];
  });
  return { ...known, ...Object.fromEntries(both) };
}
