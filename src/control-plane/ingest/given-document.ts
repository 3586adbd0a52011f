import type { DocumentFormat } from '../../api/documents.js';
import type { StoredEvidence } from '../evidence/evidence-store.js';
import type { ReadArtifact } from './read-artifact.js';

/** What reading a document needs besides the document. */
export interface DocumentContext {
  advisoryDatabase: string;
  version: string;
  /** Milliseconds since the epoch. */
  clock(): number;
}

/** A parsed document. */
export interface ReadDocument extends ReadArtifact {
  /** RFC 3339; only for a report that states when it looked. */
  observedAt?: string;
  /** A report's own verdict and grade. */
  reported?: { verdict: string; grade: string };
}

/** A document as it was pushed. */
export interface GivenDocument {
  format: DocumentFormat;
  document: unknown;
  /** Size of the request's body in bytes. */
  size: number;
}

/** A parsed document whose bytes are stored. */
export interface TakenDocument {
  read: ReadDocument;
  evidence: StoredEvidence;
}
