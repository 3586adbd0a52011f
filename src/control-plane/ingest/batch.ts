import type { Finding } from '../../model/finding.js';
import type { GraphEdge, GraphNode } from '../../model/graph.js';
import type { Look } from '../../model/narrowing.js';
import type { StoredEvidence } from '../evidence/evidence-store.js';
import type { Reach } from './reach.js';

/** A node with what is known of it besides its label: version, licences, device. A graph of the model is one without. */
export interface IngestNode extends GraphNode {
  properties?: Readonly<Record<string, unknown>>;
}

/** Edges to nodes of other batches are welcome; ids are identities. */
export interface IngestGraph {
  nodes: readonly IngestNode[];
  edges: readonly GraphEdge[];
}

/** What every intake becomes, whether a worker scanned it or somebody pushed it. One function writes it: `ingest` of write.ts. */
export interface IngestBatch {
  sourceId: string;
  /** The job it came from; pushes make a finished job of their own first, so that every finding has one. */
  jobId: string;
  /** At least one: findings name the first as where they come from. */
  evidence: readonly [StoredEvidence, ...StoredEvidence[]];
  findings: readonly Finding[];
  graph?: IngestGraph;
  /** Everything there is to know of the source: what is not in it is resolved, and gone from the graph. */
  complete: boolean;
  /** What it looked at: `complete` goes no further. Absent: everything of the source. */
  look?: Look | undefined;
  /** Ids of nodes of which the batch holds every edge that leaves them; older ones are removed. */
  replaces?: readonly string[];
  /** RFC 3339 time of the observation; one in the future counts as `now`. What was seen later is not resolved by it. */
  observedAt: string;
  /** RFC 3339 time at which it is written. */
  now: string;
}

/** A batch beside what is known of its source. */
export interface Observation extends IngestBatch {
  /** The source has been seen whole since: what the batch saw says nothing of how things are now. */
  late: boolean;
  /** Of a batch that is complete: what it may call gone. Absent: everything. */
  reach?: Reach | undefined;
}

/** What the batch changed. */
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
