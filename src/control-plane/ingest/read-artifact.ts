import type { Finding } from '../../model/finding.js';
import type { IngestGraph } from './batch.js';
import type { Rejected } from './items.js';
import type { Reading } from './reading.js';

/** What was made of a pushed document. */
export interface ReadArtifact {
  findings: readonly Finding[];
  graph: IngestGraph;
  reading: Reading;
  /** Items in the document, for the tenant's quota. */
  items: number;
  /** What kept it from being read or judged whole. */
  issues: string[];
  rejected: Rejected[];
}
