import type { DocumentFormat } from '../../api/documents.js';
import { Unprocessable } from '../failures.js';
import type { DocumentContext, ReadDocument } from './given-document.js';
import { redactDocument } from './redact-document.js';

/** A parsed document with the text to store: redacted, and for our own reports in their own form. */
export interface KeptDocument {
  read: ReadDocument;
  kept: unknown;
}

/** Redacts and parses a pushed document. Rejects with Unprocessable or InputError when that is impossible. */
export async function readDocument(format: DocumentFormat, given: unknown, context: DocumentContext): Promise<KeptDocument> {
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
    return { read: await readSbom(format, document, context), kept: document };
  }
  if (typeof document === 'string') throw new Unprocessable('document: expected JSON');
  const { readSarif } = await import('./sarif.js');
  return { read: readSarif(document), kept: document };
}
