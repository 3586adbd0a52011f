import { z } from 'zod';
import { evidenceKinds } from '../../api/documents.js';
import { runnableScope } from '../../api/source-scope.js';
import { cloudProviders } from '../../model/cloud.js';
import type { Finding } from '../../model/finding.js';
import type { Look } from '../../model/narrowing.js';
import type { MirroredRegistry, RegistryAccount } from '../../model/registry-account.js';
import type { ScanEvent } from '../../model/request.js';
import { isObject } from '../../support/json.js';
import { registryAccount } from '../connectors/registries.js';
import type { FromJudge, JudgeOrder } from '../gateway/apart-contract.js';
import type { FromReader, ReadOrder } from '../ingest/apart-contract.js';
import type { IngestGraph } from '../ingest/batch.js';
import { coverages } from '../ingest/reading.js';

/** A policy that applies to the job's source. */
export const boundPolicy = z.strictObject({
  binding_id: z.string(),
  policy_kind: z.string(),
  target_type: z.string(),
  target_id: z.string().nullable(),
  mode: z.string(),
});

/** An account of a cloud, and the read-only role that it is read with. */
const brokeredConnection = z.strictObject({
  connection_id: z.string(),
  provider: z.enum(cloudProviders),
  account: z.string(),
  configuration: z.record(z.string(), z.unknown()),
});

/** Registries that the server's configuration names, and their repositories to read. */
const registryConnection = z.strictObject({ registries: z.array(z.strictObject({ account: registryAccount, repository: z.string() })) });

/** What a worker gets about a job: exactly the contract's fields. */
export const queuedJob = z.strictObject({
  job_id: z.string(),
  tenant_id: z.string(),
  source_id: z.string(),
  job_type: z.enum(['scan', 'sync', 'import', 'connector', 'cohort']),
  requested_by: z.string(),
  /**
   * A brokered connection or a connector's server-side configuration, if credentials are needed; never a secret itself.
   */
  connection: z.union([brokeredConnection, z.strictObject({ connector: z.string() }), registryConnection]).nullable(),
  scope: runnableScope,
  policy_bindings: z.array(boundPolicy),
  trace_id: z.string(),
  idempotency_key: z.string().nullable(),
});
export type QueuedJob = z.output<typeof queuedJob>;

const count = z.number().int().nonnegative();

/**
 * Numbers about what a scan looked at. The findings are judged at the job's end, because only the parent knows the
 * tenant's exceptions.
 */
export const resultSummary = z.strictObject({
  coverage: z.enum(coverages),
  reason: z.string().nullable(),
  components: count,
  agents: count,
  servers: count,
  tools: count,
  credentials: count,
  skills: count,
  models: count,
  cloud: count.optional(),
  issues: count,
  assessed: z.record(z.string(), count),
  look: z.custom<Look>(isObject).optional(),
  /** The commit that was scanned, for a cloned repository. */
  commit: z.string().optional(),
});
/** The result of a connector's run. */
export const connectorSummary = z.strictObject({
  connector: z.string(),
  what: z.string(),
  items: count,
  /** Items that no earlier run of the source saw, where the connector remembers them. */
  new_items: count.optional(),
  connector_health: z.string(),
  /** Images whose contents this run scanned, and those that wait for the next one. */
  scanned_items: count.optional(),
  waiting_items: count.optional(),
  look: z.custom<Look>(isObject).optional(),
});

/** The health of a connector's service after a failed run. */
export const connectorTrouble = z.strictObject({ name: z.string(), health: z.string(), detail: z.string().nullable() });
export type ConnectorTrouble = z.output<typeof connectorTrouble>;

export type ResultSummary = z.output<typeof resultSummary>;

/** What a worker returns: exactly the contract's fields. Only the parent writes to the database. */
export const workerResult = z.strictObject({
  summary: z.union([resultSummary, connectorSummary]),
  /** The raw evidence: a file in the job's own folder, which the parent stores under its hash. */
  evidence: z.strictObject({
    path: z.string(),
    kind: z.enum(evidenceKinds),
    content_type: z.string(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    size: count,
  }),
  findings: z.array(z.custom<Finding>(isObject)),
  graph: z.custom<IngestGraph>(isObject),
  health: z.strictObject({ status: z.enum(['healthy', 'degraded']), reason: z.string().nullable() }),
});
export type WorkerResult = z.output<typeof workerResult>;

/** One thing that a worker did, for the server to make a span of. Times in milliseconds since 1970. */
export const workerSpan = z.strictObject({
  span_id: z.string().regex(/^[0-9a-f]{16}$/),
  parent_span_id: z.string().regex(/^[0-9a-f]{16}$/),
  name: z.string().max(100),
  start_ms: z.number().positive(),
  end_ms: z.number().positive(),
  pid: count,
});
export type WorkerSpan = z.output<typeof workerSpan>;

/** An image that an earlier run saw, by its digest. */
export interface KnownImage {
  reference: string;
  platforms: { platform: string; digest: string }[];
  /** An earlier run has also scanned it. */
  isScanned: boolean;
}

/** What a worker needs of the server's settings to read registries: names and paths, never a secret. */
export interface RegistrySettings {
  /** The variables of registries and credential helpers. */
  environment: Readonly<Record<string, string>>;
  /** The images that earlier runs of the source saw. */
  known: readonly KnownImage[];
  /** Places that are asked for images instead of registries. */
  mirrors: readonly MirroredRegistry[];
  /** Who reads the registries that mirrors are in. */
  mirrorAccounts: readonly RegistryAccount[];
}

/** The server's settings that a worker needs. */
export interface WorkerSettings {
  /** The job's own folder; the parent removes it. */
  folder: string;
  scanRoots: readonly string[];
  advisoryDatabase: string;
  offline: boolean;
  /** Internal hosts that the operator allows. */
  outboundAllow: readonly string[];
  version: string;
  /** The server's span that the worker works for; absent where none are made. */
  parentSpanId?: string;
  /** Settings of the job's connector; only its worker gets them. */
  connector?: Readonly<Record<string, string>>;
  registries?: RegistrySettings;
  /** The variables of the job's cloud, and the file that keeps finished parts for the next attempt. */
  cloud?: { environment: Readonly<Record<string, string>>; finishedPath: string };
}

/** From parent to worker: a job, or one large document. */
export type ToWorker =
  | { type: 'run'; job: QueuedJob; settings: WorkerSettings }
  | { type: 'read'; order: ReadOrder }
  | { type: 'judge'; order: JudgeOrder }
  | { type: 'cancel' };

/**
 * From worker to parent; one `result` or `failure` is the last. After a temporary failure (a network error) the job is
 * tried again.
 */
export const fromWorker = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('event'), event: z.custom<ScanEvent>(isObject) }),
  z.strictObject({ type: z.literal('spans'), spans: z.array(workerSpan).max(100) }),
  z.strictObject({ type: z.literal('result'), result: workerResult }),
  z.strictObject({
    type: z.literal('failure'),
    message: z.string().max(2000),
    /** Only for the operator. */
    detail: z.string().max(2000).optional(),
    retry: z.boolean(),
    connector: connectorTrouble.optional(),
    /** True when the job's connection is not read-only. */
    mayWrite: z.boolean().optional(),
  }),
]);
export type FromWorker = z.output<typeof fromWorker> | FromReader | FromJudge;
