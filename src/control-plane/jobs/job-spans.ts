import { createHash } from 'node:crypto';
import { currentSpan, type OpenSpan, type ParentSpan, startSpan } from '../../system/tracing.js';
import type { WorkerSpan } from './worker-contract.js';

/** What spans tell of a job. */
interface JobFacts {
  job_id: string;
  trace_id: string;
  job_type: string;
  source_id: string | null;
}

/**
 * The span of a job's launch. Its id follows from the job's, so that whichever server claims the job knows its parent, and nothing about
 * spans has to be stored.
 */
function launchOf({ job_id, trace_id }: Pick<JobFacts, 'job_id' | 'trace_id'>): ParentSpan {
  return { traceId: trace_id, spanId: createHash('sha256').update(job_id).digest('hex').slice(0, 16), isSampled: true };
}

function factsOf({ job_id, job_type, source_id }: JobFacts) {
  return { 'castellan.job.id': job_id, 'castellan.job.type': job_type, ...(source_id !== null && { 'castellan.source.id': source_id }) };
}

/** A job is queued: by a request, whose trace it continues, or by a schedule. */
export function noteLaunch(job: JobFacts): void {
  const parent = currentSpan();
  const { traceId, spanId } = launchOf(job);
  const isOurs = parent?.traceId === traceId;
  startSpan({ name: 'job launch', kind: 'producer', ids: { traceId, spanId }, ...(isOurs && { parent }), facts: factsOf(job) })?.end();
}

/** A job was claimed for the first time: the span tells how long it has waited since `queuedAt` (RFC 3339). */
export function noteWait(job: JobFacts, queuedAt: string): void {
  startSpan({ name: 'job wait', parent: launchOf(job), startMs: Date.parse(queuedAt), facts: factsOf(job) })?.end();
}

/** One attempt at a job, from its claim to its end. */
export function beginRun(job: JobFacts, attempt: number): OpenSpan | undefined {
  return startSpan({
    name: `job ${job.job_type}`,
    kind: 'consumer',
    parent: launchOf(job),
    facts: { ...factsOf(job), 'castellan.job.attempt': attempt },
  });
}

/** A step that a worker process has done, as it tells of it. */
export function noteWorkerSpan(
  { traceId, isSampled }: ParentSpan,
  { span_id, parent_span_id, name, start_ms, end_ms, pid }: WorkerSpan,
): void {
  const parent = { traceId, spanId: parent_span_id, isSampled };
  startSpan({ name, parent, ids: { spanId: span_id }, startMs: start_ms, facts: { 'process.pid': pid } })?.end({ endMs: end_ms });
}
