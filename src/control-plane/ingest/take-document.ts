import type { DocumentFormat } from '../../api/documents.js';
import type { EvidenceGround } from '../evidence/evidence-store.js';
import { readDocument } from './document.js';
import type { GivenDocument, TakenDocument } from './given-document.js';
import { storePushed } from './push.js';

/** What accepting a document needs. */
export interface Intake extends EvidenceGround {
  /** Reads a large document in a process of its own; absent when none can be started. */
  readApart?(tenantId: string, given: GivenDocument): Promise<TakenDocument>;
}

/** Larger documents would block the server for other requests too long. */
const SMALL_BYTES = 128 * 1024;

/** Parses and stores a pushed document, a large one in a process of its own. Call it before the transaction. */
export async function takeDocument(intake: Intake, tenantId: string, given: GivenDocument): Promise<TakenDocument> {
  if (intake.readApart && given.size > SMALL_BYTES) return intake.readApart(tenantId, given);
  const { options, version, evidence } = intake;
  const { read, kept } = await readDocument(given.format, given.document, { ...options, version, clock: () => intake.clock() });
  return { read, evidence: await storePushed(evidence, kindOf(given.format), kept) };
}

/** The kind of evidence for a document's format. */
export function kindOf(format: DocumentFormat): 'report' | 'sarif' | 'sbom' {
  if (format === 'castellan') return 'report';
  return format === 'sarif' ? 'sarif' : 'sbom';
}
