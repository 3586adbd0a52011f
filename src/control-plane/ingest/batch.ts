import type { Finding } from '../../model/finding.js';
import type { Graph } from '../../model/graph.js';
import type { StoredEvidence } from '../evidence/evidence-store.js';

/** What every intake becomes, whether a worker scanned it or somebody pushed it. One function writes it: `ingest` of write.ts. */
export interface IngestBatch {
  sourceId: string;
  /** The job it came from; pushes make an `import` job of their own first, so that every finding has one. */
  jobId: string;
  /** At least one: findings name the first as where they come from. */
  evidence: readonly [StoredEvidence, ...StoredEvidence[]];
  findings: readonly Finding[];
  graph?: Graph;
  /** Everything there is to know of the source: what is not in it is resolved, and gone from the graph. */
  complete: boolean;
  /** RFC 3339 time of the observation. */
  observedAt: string;
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
}
