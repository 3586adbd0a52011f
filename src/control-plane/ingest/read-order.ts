import { CastellanError } from '../../support/errors.js';
import { writeSpoolFile } from '../../system/spool-file.js';
import { RequestFailure } from '../failures.js';
import { chunksOf } from '../store/layer/many-rows.js';
import { type FromReader, PIECE, type ReadOrder } from './apart-contract.js';
import { readDocument } from './document.js';

/** Reads the document of an order in this process, and sends the results to the parent piece by piece. */
export async function answerReadOrder(order: ReadOrder, send: (message: FromReader) => Promise<void>): Promise<void> {
  const { format, document, path, advisoryDatabase, version } = order;
  try {
    const { read, kept } = await readDocument(format, document, { advisoryDatabase, version, clock: Date.now });
    const isText = typeof kept === 'string';
    writeSpoolFile(path, [isText ? kept : JSON.stringify(kept)]);
    const { findings, graph, ...rest } = read;
    for (const items of chunksOf(findings, PIECE)) await send({ type: 'findings', items: [...items] });
    for (const items of chunksOf(graph.nodes, PIECE)) await send({ type: 'nodes', items: [...items] });
    for (const items of chunksOf(graph.edges, PIECE)) await send({ type: 'edges', items: [...items] });
    await send({ type: 'read', rest, contentType: isText ? 'text/plain; charset=utf-8' : 'application/json' });
  } catch (error) {
    // A failure of the server is not the document's fault; the parent notices it by the end of the process.
    const isDocuments = error instanceof RequestFailure || (error instanceof CastellanError && error.kind !== 'operational');
    if (!isDocuments) throw error;
    await send({ type: 'refused', message: error.message.slice(0, 2000) });
  }
}
