import type { ControlPlane } from '../plane.js';
import { readDocument } from './document.js';
import type { DocumentFormat, GivenDocument, TakenDocument } from './given-document.js';
import { storePushed } from './push.js';

/** Larger ones keep the server from answering anybody else for too long. */
const SMALL_BYTES = 128 * 1024;

/** Reads and keeps a pushed document, a large one in a process of its own. Comes before the transaction. */
export async function takeDocument(plane: ControlPlane, tenantId: string, given: GivenDocument): Promise<TakenDocument> {
  if (plane.readApart && given.size > SMALL_BYTES) return plane.readApart(tenantId, given);
  const { options, version, clock } = plane;
  const { read, kept } = await readDocument(given.format, given.document, { ...options, version, clock: () => clock.call(plane) });
  return { read, evidence: await storePushed(plane, kindOf(given.format), kept) };
}

/** What a document is kept as. */
export function kindOf(format: DocumentFormat): 'report' | 'sarif' | 'sbom' {
  if (format === 'castellan') return 'report';
  return format === 'sarif' ? 'sarif' : 'sbom';
}
