import type { GraphEdge } from '../../model/graph.js';
import type { JsonObject } from '../../support/json.js';
import { Turns } from '../../support/turns.js';
import { selectMany } from '../store/many-rows.js';
import type { TenantStore } from '../store/store.js';
import { tenantTable } from '../store/table.js';
import type { Tables } from '../store/tables.js';
import type { IngestBatch, IngestNode, Observation } from './batch.js';
import { indexable } from './indexable.js';

type NodeRow = Omit<Tables['graph_nodes'], 'tenant_id'>;
type EdgeRow = Omit<Tables['graph_edges'], 'tenant_id'>;

interface Change {
  item: 'node' | 'edge';
  change: 'added' | 'changed' | 'removed';
  thing: string;
  document: JsonObject;
}

/** Brings what a source says of the graph up to a batch, and notes what came, changed and went. What was seen later stays. */
export async function writeGraph(store: TenantStore, batch: Observation): Promise<void> {
  const nodes = (batch.graph?.nodes ?? []).map((node) => ({ ...node, id: indexable(node.id) }));
  const edges = (batch.graph?.edges ?? []).map(({ from, to, kind }) => ({ from: indexable(from), to: indexable(to), kind }));
  if (nodes.length === 0 && edges.length === 0 && !batch.complete && !batch.replaces) return;
  const changes = [...(await writeNodes(store, batch, nodes)), ...(await writeEdges(store, batch, edges))];
  await noteChanges(store, batch, changes);
}

async function writeNodes(store: TenantStore, batch: Observation, nodes: readonly IngestNode[]): Promise<Change[]> {
  const wanted = new Map(nodes.map((node) => [node.id, node]));
  const before = await knownNodes(store, batch, [...wanted.keys()]);
  const rows: NodeRow[] = [];
  const changes: Change[] = [];
  const seen: string[] = [];
  const turns = new Turns();
  for (const node of wanted.values()) {
    if (turns.isOver) await turns.pass();
    const old = before.get(node.id);
    const row = nodeRow(node, batch, old);
    if (old && old.last_seen > batch.observedAt) continue;
    if (old && old.label === row.label && old.severity === row.severity && old.properties === row.properties) {
      seen.push(node.id);
      continue;
    }
    rows.push(row);
    changes.push(nodeChange(row, old ? 'changed' : 'added'));
  }
  await markSeen(store, batch, seen);
  await tenantTable(store, 'graph_nodes').createMany(rows, ['kind', 'label', 'severity', 'properties', 'search', 'last_seen']);
  const gone = batch.complete ? [...before.values()].filter((row) => !wanted.has(row.node_id) && mayBeGone(row, batch)) : [];
  await removeNodes(store, batch.sourceId, gone);
  return [...changes, ...gone.map((row) => nodeChange(row, 'removed'))];
}

/** Equal nodes are left as they are but for the time; their indexes need not be touched. */
async function markSeen({ db, tenantId }: TenantStore, { sourceId, observedAt }: IngestBatch, ids: readonly string[]): Promise<void> {
  const own = db
    .updateTable('graph_nodes')
    .set({ last_seen: observedAt })
    .where('tenant_id', '=', tenantId)
    .where('source_id', '=', sourceId);
  await selectMany(ids, (some) => own.where('node_id', 'in', some).execute());
}

function nodeRow({ id, kind, label, severity, properties = {} }: IngestNode, batch: IngestBatch, old: NodeRow | undefined): NodeRow {
  return {
    source_id: batch.sourceId,
    node_id: id,
    kind,
    label,
    severity: severity ?? null,
    properties: JSON.stringify(properties),
    search: `${label} ${id}`.toLowerCase().slice(0, 1000),
    first_seen: old?.first_seen ?? batch.observedAt,
    last_seen: batch.observedAt,
  };
}

function nodeChange({ node_id, kind, label, severity }: NodeRow, change: Change['change']): Change {
  return { item: 'node', change, thing: node_id, document: { id: node_id, kind, label, ...(severity !== null && { severity }) } };
}

/** Those of the batch, or with `complete` all of the source: what is missing must go. */
async function knownNodes(
  { db, tenantId }: TenantStore,
  { sourceId, complete }: IngestBatch,
  ids: string[],
): Promise<Map<string, NodeRow>> {
  const own = db.selectFrom('graph_nodes').selectAll().where('tenant_id', '=', tenantId).where('source_id', '=', sourceId);
  const rows = complete ? await own.execute() : await selectMany(ids, (some) => own.where('node_id', 'in', some).execute());
  return new Map(rows.map((row) => [row.node_id, row]));
}

async function removeNodes({ db, tenantId }: TenantStore, sourceId: string, rows: readonly NodeRow[]): Promise<void> {
  const ids = rows.map(({ node_id }) => node_id);
  const own = db.deleteFrom('graph_nodes').where('tenant_id', '=', tenantId).where('source_id', '=', sourceId);
  await selectMany(ids, (some) => own.where('node_id', 'in', some).execute());
}

async function writeEdges(store: TenantStore, batch: Observation, edges: readonly GraphEdge[]): Promise<Change[]> {
  const wanted = new Map(edges.map((edge) => [edgeKey(edge), edge]));
  const before = await knownEdges(store, batch, edges);
  const rows: EdgeRow[] = [];
  const changes: Change[] = [];
  const turns = new Turns();
  for (const [key, { from, to, kind }] of wanted) {
    if (turns.isOver) await turns.pass();
    const old = before.get(key);
    if (old && old.last_seen > batch.observedAt) continue;
    const first_seen = old?.first_seen ?? batch.observedAt;
    rows.push({ source_id: batch.sourceId, from_id: from, to_id: to, kind, first_seen, last_seen: batch.observedAt });
    if (!old) changes.push(edgeChange({ from, to, kind }, 'added'));
  }
  await tenantTable(store, 'graph_edges').createMany(rows, ['last_seen']);
  const replaced = new Set(batch.replaces);
  const mayGo = (row: EdgeRow) => (replaced.has(row.from_id) ? row.last_seen <= batch.observedAt : batch.complete && mayBeGone(row, batch));
  const gone = [...before].filter(([key, row]) => !wanted.has(key) && mayGo(row)).map(([, row]) => row);
  await removeEdges(store, batch.sourceId, gone);
  return [...changes, ...gone.map((row) => edgeChange({ from: row.from_id, to: row.to_id, kind: row.kind }, 'removed'))];
}

/** Nobody has seen it since, and the batch looked where it was. */
function mayBeGone({ last_seen: lastSeen }: { last_seen: string }, { observedAt, reach }: Observation): boolean {
  return lastSeen <= observedAt && (reach === undefined || reach.ofTime(lastSeen));
}

function edgeChange(edge: { from: string; to: string; kind: string }, change: 'added' | 'removed'): Change {
  return { item: 'edge', change, thing: edgeKey(edge), document: { ...edge } };
}

function edgeKey({ from, to, kind }: { from: string; to: string; kind: string }): string {
  return JSON.stringify([from, to, kind]);
}

async function knownEdges(
  { db, tenantId }: TenantStore,
  { sourceId, complete, replaces = [] }: IngestBatch,
  edges: readonly GraphEdge[],
): Promise<Map<string, EdgeRow>> {
  const own = db.selectFrom('graph_edges').selectAll().where('tenant_id', '=', tenantId).where('source_id', '=', sourceId);
  const starts = [...new Set([...edges.map(({ from }) => from), ...replaces])];
  const rows = complete ? await own.execute() : await selectMany(starts, (some) => own.where('from_id', 'in', some).execute());
  return new Map(rows.map((row) => [edgeKey({ from: row.from_id, to: row.to_id, kind: row.kind }), row]));
}

async function removeEdges({ db, tenantId }: TenantStore, sourceId: string, rows: readonly EdgeRow[]): Promise<void> {
  const own = db.deleteFrom('graph_edges').where('tenant_id', '=', tenantId).where('source_id', '=', sourceId);
  const turns = new Turns();
  for (const { from_id, to_id, kind } of rows) {
    await own.where('from_id', '=', from_id).where('to_id', '=', to_id).where('kind', '=', kind).execute();
    if (turns.isOver) await turns.pass();
  }
}

/** Numbers go on where an earlier batch of the same source and moment ended. */
async function noteChanges(store: TenantStore, { sourceId, jobId, now }: IngestBatch, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const { db, tenantId } = store;
  const last = await db
    .selectFrom('graph_changes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('tenant_id', '=', tenantId)
    .where('changed_at', '=', now)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  const start = (last?.seq ?? 0) + 1;
  const rows = changes.map(({ document, ...change }, index) => ({
    changed_at: now,
    seq: start + index,
    source_id: sourceId,
    ...change,
    document,
    job_id: jobId,
  }));
  await tenantTable(store, 'graph_changes').createMany(rows);
}
