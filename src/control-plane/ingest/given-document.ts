import type { DocumentFormat } from '../../api/documents.js';
import type { StoredEvidence } from '../evidence/evidence-store.js';
import type { ReadArtifact } from './read-artifact.js';

/** What reading a document needs besides it. */
export interface DocumentContext {
  advisoryDatabase: string;
  version: string;
  /** Milliseconds since the epoch. */
  clock(): number;
}

/** What was made of a document. */
export interface ReadDocument extends ReadArtifact {
  /** RFC 3339, of a report that says when it looked. */
  observedAt?: string;
  /** What a report thinks of itself. */
  reported?: { verdict: string; grade: string };
}

/** A document as it came. */
export interface GivenDocument {
  format: DocumentFormat;
  document: unknown;
  /** Of the request's body, in bytes. */
  size: number;
}

/** A document that was read and is kept. */
export interface TakenDocument {
  read: ReadDocument;
  evidence: StoredEvidence;
}
