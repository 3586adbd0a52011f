import { z } from 'zod';
import { type DocumentFormat, documentFormats } from '../../api/documents.js';
import type { Finding } from '../../model/finding.js';
import type { GraphEdge } from '../../model/graph.js';
import { isObject } from '../../support/json.js';
import type { IngestNode } from './batch.js';
import type { ReadDocument } from './given-document.js';

/** From the parent to a process that reads one document. */
export const readOrder = z.strictObject({
  format: z.enum(documentFormats),
  document: z.unknown(),
  /** File to write the document's redacted text to. */
  path: z.string(),
  advisoryDatabase: z.string(),
  version: z.string(),
});
export interface ReadOrder extends z.output<typeof readOrder> {
  format: DocumentFormat;
}

/** Lists are sent in pieces, each small enough to be handled between two requests. */
export const PIECE = 400;

const piece = <T extends object>() => z.array(z.custom<T>(isObject));

/** From the process to its parent: pieces, then one `read` or `refused`. */
export const fromReader = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('findings'), items: piece<Finding>() }),
  z.strictObject({ type: z.literal('nodes'), items: piece<IngestNode>() }),
  z.strictObject({ type: z.literal('edges'), items: piece<GraphEdge>() }),
  z.strictObject({ type: z.literal('read'), rest: z.custom<Omit<ReadDocument, 'findings' | 'graph'>>(isObject), contentType: z.string() }),
  z.strictObject({ type: z.literal('refused'), message: z.string().max(2000) }),
]);
export type FromReader = z.output<typeof fromReader>;
