import { Unprocessable } from '../failures.js';
import type { ReadArtifact } from './read-artifact.js';
import { redactDocument } from './redact-document.js';

export const documentFormats = ['sarif', 'cyclonedx', 'spdx', 'castellan'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** What reading a document needs besides it. */
export interface DocumentMeans {
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

/** A document that was read, and its text as it is kept: redacted, and for our own reports in their own shape. */
export interface KeptDocument {
  read: ReadDocument;
  kept: unknown;
}

/** Redacts a pushed document and reads it. Rejects with Unprocessable or InputError when nothing can be made of it. */
export async function readDocument(format: DocumentFormat, given: unknown, means: DocumentMeans): Promise<KeptDocument> {
  const document = redactDocument(given);
  if (format === 'castellan') {
    const { readPushedReport } = await import('./report.js');
    const { report, observedAt, ...read } = readPushedReport(document);
    const reported = { verdict: report.verdict.outcome, grade: report.posture.grade };
    const items = read.findings.length + report.components.length;
    return { read: { ...read, items, issues: [], rejected: [], observedAt, reported }, kept: report };
  }
  if (format !== 'sarif') {
    const { readSbom } = await import('./sbom.js');
    return { read: await readSbom(format, document, means), kept: document };
  }
  if (typeof document === 'string') throw new Unprocessable('document: expected JSON');
  const { readSarif } = await import('./sarif.js');
  return { read: readSarif(document), kept: document };
}
