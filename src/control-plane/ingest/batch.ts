import type { Finding } from '../../model/finding.js';
import type { GraphEdge, GraphNode } from '../../model/graph.js';
import type { Look } from '../../model/narrowing.js';
import type { StoredEvidence } from '../evidence/evidence-store.js';
import type { Reach } from './reach.js';

/** A node with its details: version, licences, device. A plain graph node has none. */
export interface IngestNode extends GraphNode {
  properties?: Readonly<Record<string, unknown>>;
}

/** Edges may lead to nodes of other batches, because ids are identities. */
export interface IngestGraph {
  nodes: readonly IngestNode[];
  edges: readonly GraphEdge[];
}

/** The common form of all intakes, scanned by a worker or pushed. Only `ingest` of write.ts writes it. */
export interface IngestBatch {
  sourceId: string;
  /** The job that it came from. A push first creates a finished job, so that every finding has one. */
  jobId: string;
  /** At least one; findings refer to the first. */
  evidence: readonly [StoredEvidence, ...StoredEvidence[]];
  findings: readonly Finding[];
  graph?: IngestGraph;
  /**
   * True when it holds everything about the source: findings that it lacks are resolved, and missing nodes leave the
   * graph.
   */
  complete: boolean;
  /** What was looked at; `complete` applies only to that. Absent: everything of the source. */
  look?: Look | undefined;
  /** Ids of nodes all of whose outgoing edges are in the batch; older edges are removed. */
  replaces?: readonly string[];
  /**
   * RFC 3339 time of the observation; a future one counts as `now`. The batch does not resolve findings that were seen
   * later.
   */
  observedAt: string;
  /** RFC 3339 time of the write. */
  now: string;
}

/** A batch compared with what is known of its source. */
export interface Observation extends IngestBatch {
  /** True when the source has a newer complete observation, so that the batch does not describe the current state. */
  late: boolean;
  /** Ids of the sources that read the same thing, its own among them. */
  readers: readonly string[];
  /** For a complete batch, what it may resolve. Absent: everything. */
  reach?: Reach | undefined;
}

/** The changes made by a batch. */
export interface IngestResult {
  evidence_ids: string[];
  received: number;
  new: number;
  updated: number;
  unchanged: number;
  resolved: number;
  reopened: number;
  late: boolean;
}
