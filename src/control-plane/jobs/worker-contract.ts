import { z } from 'zod';
import { runnableScope } from '../../api/source-scope.js';
import type { Finding } from '../../model/finding.js';
import type { Graph } from '../../model/graph.js';
import type { ScanEvent } from '../../model/request.js';
import { checkedKinds } from '../../policy/compliance/bearing.js';
import { isObject } from '../../support/json.js';
import { evidenceKinds } from '../evidence/evidence-store.js';

/** A policy that applies to what the job looks at. */
export const boundPolicy = z.strictObject({
  binding_id: z.string(),
  policy_kind: z.string(),
  target_type: z.string(),
  target_id: z.string().nullable(),
  mode: z.string(),
});

/** What a worker receives of a job: the contract's fields, and no others. */
export const queuedJob = z.strictObject({
  job_id: z.string(),
  tenant_id: z.string(),
  source_id: z.string(),
  job_type: z.enum(['scan', 'sync', 'import', 'connector', 'cohort']),
  requested_by: z.string(),
  /** A brokered connection or a connector's server-side configuration, where credentials are needed; never a secret itself. */
  connection: z.strictObject({ connection_id: z.string() }).nullable(),
  scope: runnableScope,
  policy_bindings: z.array(boundPolicy),
  trace_id: z.string(),
  idempotency_key: z.string().nullable(),
});
export type QueuedJob = z.output<typeof queuedJob>;

const count = z.number().int().nonnegative();

/** What a scan came to, in numbers and one word. */
export const resultSummary = z.strictObject({
  verdict: z.string(),
  gate: z.string().nullable(),
  reasons: z.array(z.string()),
  grade: z.string(),
  components: count,
  agents: count,
  servers: count,
  findings: count,
  by_severity: z.record(z.string(), count),
  issues: count,
  /** What checks of each kind looked at; null: not at all there was. */
  checks: z.partialRecord(z.enum(checkedKinds), count.nullable()),
  /** Commit that was looked at, of a repository that was cloned. */
  commit: z.string().optional(),
});
export type ResultSummary = z.output<typeof resultSummary>;

/** What a worker gives back: the contract's fields, and no others. Only the parent writes it down. */
export const workerResult = z.strictObject({
  summary: resultSummary,
  /** The raw evidence: a file in the job's own folder, which the parent stores under its hash. */
  evidence: z.strictObject({
    path: z.string(),
    kind: z.enum(evidenceKinds),
    content_type: z.string(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    size: count,
  }),
  findings: z.array(z.custom<Finding>(isObject)),
  graph: z.custom<Graph>(isObject),
  health: z.strictObject({ status: z.enum(['healthy', 'degraded']), reason: z.string().nullable() }),
});
export type WorkerResult = z.output<typeof workerResult>;

/** What of the server a worker needs to know. */
export interface WorkerSettings {
  /** The job's own folder; the parent removes it. */
  folder: string;
  scanRoots: readonly string[];
  advisoryDatabase: string;
  offline: boolean;
  version: string;
}

/** Parent to worker. */
export type ToWorker = { type: 'run'; job: QueuedJob; settings: WorkerSettings } | { type: 'cancel' };

/** Worker to parent; one `result` or `failure` ends it. A failure that may pass (a network) is tried again. */
export const fromWorker = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('event'), event: z.custom<ScanEvent>(isObject) }),
  z.strictObject({ type: z.literal('result'), result: workerResult }),
  z.strictObject({ type: z.literal('failure'), message: z.string().max(2000), retry: z.boolean() }),
]);
export type FromWorker = z.output<typeof fromWorker>;
