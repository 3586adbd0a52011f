import type { EvidenceKind } from '../../api/documents.js';
import type { Finding } from '../../model/finding.js';
import type { Look } from '../../model/narrowing.js';
import type { TenantWork } from '../auth/tenant-work.js';
import type { EvidenceStore, StoredEvidence } from '../evidence/evidence-store.js';
import type { AuditNote } from '../ground/audit-note.js';
import { useIngestQuota } from '../limits/quota.js';
import { JobRepository, type JobRow } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';
import type { IngestGraph, IngestResult } from './batch.js';
import { hourlyJob, summed } from './hourly-job.js';
import { type JobDraft, type JobType, pushedJob, recordFinishedJob } from './job-record.js';
import { judgeWritten } from './judge.js';
import type { Coverage, Reading } from './reading.js';
import { ingest } from './write.js';
import { earlier } from './write-findings.js';

/** Stores a pushed document, already redacted, for later reading. Call it before the transaction. */
export function storePushed(evidence: EvidenceStore, kind: EvidenceKind, document: unknown): Promise<StoredEvidence> {
  const isText = typeof document === 'string';
  const bytes = Buffer.from(isText ? document : JSON.stringify(document));
  return evidence.put(kind, isText ? 'text/plain; charset=utf-8' : 'application/json', bytes);
}

/** The content of a push. */
export interface Push {
  source: SourceRow;
  jobType: JobType;
  evidence: StoredEvidence;
  findings?: readonly Finding[];
  graph?: IngestGraph;
  complete?: boolean;
  replaces?: readonly string[];
  observedAt?: string;
  /** The number of items that count for the tenant's daily quota. */
  items: number;
  /** How completely it looked, for a scan; its findings are judged. */
  reading?: Reading;
  /** How completely it looked, for other pushes. */
  coverage?: Coverage;
  /** What was looked at, if `reading` does not say. */
  look?: Look;
  /** Joins the job of this source's earlier reports in the hour. */
  hourly?: true;
  /** Further fields of the job's summary. */
  summary?: Readonly<Record<string, unknown>>;
}

export interface PushOutcome {
  jobId: string;
  evidenceId: string;
  counts: IngestResult;
  audit: AuditNote;
}

/** Writes a push as a finished job: evidence, findings, graph. The intake writes its own tables besides. */
export async function recordPush(work: TenantWork, push: Push): Promise<PushOutcome> {
  const { now, store } = work;
  const { source, reading, coverage = reading?.coverage ?? 'scanned', summary = {} } = push;
  const isPartial = coverage === 'incomplete';
  await useIngestQuota(store, push.items, now);
  const draft = pushedJob(work, source, push.jobType);
  const { jobId, before } = await jobOf(store, { ...draft, isPartial }, push.hourly);
  const look = push.look ?? reading?.look;
  const observedAt = earlier(push.observedAt ?? now, now);
  const counts = await ingest(store, {
    sourceId: source.source_id,
    jobId,
    evidence: [push.evidence],
    findings: push.findings ?? [],
    ...(push.graph && { graph: push.graph }),
    ...(push.replaces && { replaces: push.replaces }),
    complete: push.complete ?? false,
    look,
    observedAt,
    now,
  });
  const { evidence_ids, ...changes } = counts;
  const written = { sourceId: source.source_id, findings: push.findings ?? [], ...(push.graph && { graph: push.graph }), now };
  const judged = reading ? { ...reading, ...(await judgeWritten(store, { ...written, reading })) } : { coverage };
  const isDegraded = isPartial || before?.status === 'partial';
  const said = {
    findings: counts.received,
    ...judged,
    changes,
    observed_at: observedAt,
    ...(look && { look }),
    ...summary,
    ...(before?.status === 'partial' && { coverage: 'incomplete' }),
  };
  await new JobRepository(store).update(jobId, {
    status: isDegraded ? 'partial' : 'succeeded',
    finished_at: now,
    evidence_count: (before?.evidence_count ?? 0) + 1,
    result_summary: summed(before?.result_summary ?? {}, said),
  });
  await new SourceRepository(store).ran(source.source_id, { status: isDegraded ? 'degraded' : 'healthy', at: now, jobId });
  const [evidenceId = ''] = evidence_ids;
  const details = { source_id: source.source_id, job_id: jobId, evidence_id: evidenceId, findings: counts.received, ...summary };
  return { jobId, evidenceId, counts, audit: { target_id: source.source_id, details, ...(isPartial && { outcome: 'partial' }) } };
}

/** The push's own job, or the job of its hour as earlier reports left it. */
async function jobOf(
  store: TenantStore,
  { isPartial, ...draft }: JobDraft & { sourceId: string; isPartial: boolean },
  hourly: true | undefined,
): Promise<{ jobId: string; before?: JobRow }> {
  const done = { status: isPartial ? ('partial' as const) : ('succeeded' as const), summary: {}, evidenceCount: 0 };
  if (!hourly) return { jobId: await recordFinishedJob(store, draft, done) };
  const { job } = await hourlyJob(store, draft);
  return { jobId: job.job_id, before: job };
}
