import type { Finding } from '../../model/finding.js';
import type { IngestGraph } from './batch.js';
import type { Rejected } from './items.js';
import type { Reading } from './reading.js';

/** A parsed document of another tool. */
export interface ReadArtifact {
  findings: readonly Finding[];
  graph: IngestGraph;
  reading: Reading;
  /** Items in the document, for the tenant's quota. */
  items: number;
  /** Why it could not be read or judged completely. */
  issues: string[];
  rejected: Rejected[];
}
