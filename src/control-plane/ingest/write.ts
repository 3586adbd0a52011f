import { newId } from '../ids.js';
import { announce } from '../store/delivery-outbox.js';
import { bumpKnowledge } from '../store/knowledge-version.js';
import { oneAtATime } from '../store/layer/dialects.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import { readersOfSame } from '../store/readers-of-same.js';
import { SourceRepository } from '../store/sources.js';
import type { IngestBatch, IngestResult } from './batch.js';
import { reachOf } from './reach.js';
import { earlier, writeFindings } from './write-findings.js';
import { writeGraph } from './write-graph.js';

/**
 * The only write path: evidence, findings and graph of a source, in the caller's transaction. Batches of one source are
 * written one after another.
 */
export async function ingest(store: TenantStore, batch: IngestBatch): Promise<IngestResult> {
  const observedAt = earlier(batch.observedAt, batch.now);
  await lockSource(store, batch.sourceId);
  const readers = await readersOfSame(store, batch.sourceId);
  // What several sources see in the same thing is one finding, which one of them makes.
  if (readers.length > 1) await oneAtATime(store, `readers of what ${readers[0]} reads`);
  const sources = new SourceRepository(store);
  const coveredAt = await sources.coveredAt(batch.sourceId);
  const late = coveredAt !== null && observedAt < coveredAt;
  const reach = batch.complete && !late ? await reachOf(store, batch) : undefined;
  const observed = { ...batch, observedAt, late, reach, readers };
  const ids = await writeEvidence(store, observed);
  const { counts, changed, entries } = await writeFindings(store, observed, ids[0]);
  const graph = late ? { nodes: [], edges: [] } : await writeGraph(store, observed);
  if (batch.complete && !late && reach?.isOpen !== false) await sources.update(batch.sourceId, { covered_at: observedAt });
  await bumpKnowledge(store, { ...changed, ...graph });
  const isMoved = graph.nodes.length + graph.edges.length > 0;
  await announce(store, isMoved ? [...entries, { what: 'graph' }] : entries, batch.now);
  return { evidence_ids: ids, received: batch.findings.length, ...counts, late };
}

/**
 * Other pushes for the source wait until the transaction ends. The source's row is not locked, because others update it
 * meanwhile.
 */
export function lockSource(store: TenantStore, sourceId: string): Promise<void> {
  return oneAtATime(store, `source ${sourceId}`);
}

/** Writes the rows of evidence whose bytes are stored; returns their ids. */
export async function writeEvidence(
  store: TenantStore,
  { evidence, jobId, sourceId, now }: Pick<IngestBatch, 'evidence' | 'jobId' | 'sourceId' | 'now'>,
): Promise<[string, ...string[]]> {
  const first = newId('evd');
  const ids: [string, ...string[]] = [first, ...evidence.slice(1).map(() => newId('evd'))];
  const rows = evidence.map(({ kind, storageUri, contentType, hash, size }, index) => ({
    evidence_id: ids[index] ?? first,
    job_id: jobId,
    source_id: sourceId,
    kind,
    storage_uri: storageUri,
    content_type: contentType,
    hash,
    size,
    created_at: now,
    bytes_removed_at: null,
  }));
  await tenantTable(store, 'evidence').createMany(rows);
  return ids;
}
