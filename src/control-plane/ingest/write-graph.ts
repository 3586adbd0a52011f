import type { GraphEdge } from '../../model/graph.js';
import type { JsonObject } from '../../support/json.js';
import { Turns } from '../../support/turns.js';
import { GraphRepository } from '../store/graph.js';
import { chunksOf, selectMany } from '../store/layer/many-rows.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { Tables } from '../store/layer/tables.js';
import type { GraphEntry } from '../store/schema/graph-entry.js';
import type { KnowledgeChanges } from '../store/schema/knowledge-changes.js';
import type { IngestBatch, IngestNode, Observation } from './batch.js';
import { indexable } from './indexable.js';

type NodeRow = Omit<Tables['graph_nodes'], 'tenant_id'>;
type EdgeRow = Omit<Tables['graph_edges'], 'tenant_id'>;

/** Keys of one statement. */
const AT_ONCE = 500;

type GraphChanges = Pick<KnowledgeChanges, 'nodes' | 'edges'>;

interface Change<T extends JsonObject = JsonObject> {
  item: 'node' | 'edge';
  change: 'added' | 'changed' | 'removed';
  document: T;
}

type NodeChange = Change<{ id: string; kind: string; label: string }>;
type EdgeChange = Change<{ from: string; to: string; kind: string }>;

/** Updates the nodes and edges of a source from a batch, and records the changes. Returns them. What was seen later is not changed. */
export async function writeGraph(store: TenantStore, batch: Observation): Promise<GraphChanges> {
  const nodes = (batch.graph?.nodes ?? []).map((node) => ({ ...node, id: indexable(node.id) }));
  const edges = (batch.graph?.edges ?? []).map(({ from, to, kind }) => ({ from: indexable(from), to: indexable(to), kind }));
  if (nodes.length === 0 && edges.length === 0 && !batch.complete && !batch.replaces) return { nodes: [], edges: [] };
  const changes = { nodes: await writeNodes(store, batch, nodes), edges: await writeEdges(store, batch, edges) };
  const entries = [...changes.nodes, ...changes.edges].map(({ change, item, document }): GraphEntry => [change, item, document]);
  await new GraphRepository(store).note({ changed_at: batch.now, source_id: batch.sourceId, job_id: batch.jobId }, entries);
  return {
    nodes: changes.nodes.map(({ document: { id } }) => id),
    edges: changes.edges.map(({ document: { from, to, kind } }) => [from, to, kind]),
  };
}

async function writeNodes(store: TenantStore, batch: Observation, nodes: readonly IngestNode[]): Promise<NodeChange[]> {
  const wanted = new Map(nodes.map((node) => [node.id, node]));
  const before = await knownNodes(store, batch, [...wanted.keys()]);
  const rows: NodeRow[] = [];
  const changes: NodeChange[] = [];
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
  await tenantTable(store, 'graph_nodes').createMany(rows, ['kind', 'label', 'severity', 'properties', 'last_seen']);
  const gone = batch.complete ? [...before.values()].filter((row) => !wanted.has(row.node_id) && mayBeGone(row, batch)) : [];
  await removeNodes(store, batch.sourceId, gone);
  return [...changes, ...gone.map((row) => nodeChange(row, 'removed'))];
}

/** For equal nodes only the time of the last sighting is written, which changes no index. */
async function markSeen(store: TenantStore, { sourceId: source_id, observedAt }: IngestBatch, ids: readonly string[]): Promise<void> {
  const nodes = tenantTable(store, 'graph_nodes');
  for (const node_id of chunksOf(ids, AT_ONCE)) await nodes.updateWhere({ source_id, node_id }, { last_seen: observedAt });
}

function nodeRow({ id, kind, label, severity, properties = {} }: IngestNode, batch: IngestBatch, old: NodeRow | undefined): NodeRow {
  return {
    source_id: batch.sourceId,
    node_id: id,
    kind,
    label,
    severity: severity ?? null,
    properties: JSON.stringify(properties),
    search: '',
    first_seen: old?.first_seen ?? batch.observedAt,
    last_seen: batch.observedAt,
  };
}

function nodeChange({ node_id, kind, label, severity }: NodeRow, change: Change['change']): NodeChange {
  return { item: 'node', change, document: { id: node_id, kind, label, ...(severity !== null && { severity }) } };
}

/** The stored nodes of the batch, or with `complete` all of the source, because missing ones are removed. */
async function knownNodes(
  store: TenantStore,
  { sourceId: source_id, complete }: IngestBatch,
  ids: string[],
): Promise<Map<string, NodeRow>> {
  const nodes = tenantTable(store, 'graph_nodes');
  const some = (node_id: readonly string[]) => nodes.rows({ source_id, node_id }).execute();
  const rows = complete ? await nodes.rows({ source_id }).execute() : await selectMany(ids, some);
  return new Map(rows.map((row) => [row.node_id, row]));
}

async function removeNodes(store: TenantStore, source_id: string, rows: readonly NodeRow[]): Promise<void> {
  const nodes = tenantTable(store, 'graph_nodes');
  const ids = rows.map(({ node_id }) => node_id);
  for (const node_id of chunksOf(ids, AT_ONCE)) await nodes.removeWhere({ source_id, node_id });
}

async function writeEdges(store: TenantStore, batch: Observation, edges: readonly GraphEdge[]): Promise<EdgeChange[]> {
  const wanted = new Map(edges.map((edge) => [edgeKey(edge), edge]));
  const before = await knownEdges(store, batch, edges);
  const rows: EdgeRow[] = [];
  const changes: EdgeChange[] = [];
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

/** True if no later run has seen it and the batch looked where it was. */
function mayBeGone({ last_seen: lastSeen }: { last_seen: string }, { observedAt, reach }: Observation): boolean {
  return lastSeen <= observedAt && (reach === undefined || reach.ofTime(lastSeen));
}

function edgeChange(edge: { from: string; to: string; kind: string }, change: 'added' | 'removed'): EdgeChange {
  return { item: 'edge', change, document: edge };
}

function edgeKey({ from, to, kind }: { from: string; to: string; kind: string }): string {
  return JSON.stringify([from, to, kind]);
}

async function knownEdges(
  store: TenantStore,
  { sourceId: source_id, complete, replaces = [] }: IngestBatch,
  edges: readonly GraphEdge[],
): Promise<Map<string, EdgeRow>> {
  const known = tenantTable(store, 'graph_edges');
  const starts = [...new Set([...edges.map(({ from }) => from), ...replaces])];
  const from = (from_id: readonly string[]) => known.rows({ source_id, from_id }).execute();
  const rows = complete ? await known.rows({ source_id }).execute() : await selectMany(starts, from);
  return new Map(rows.map((row) => [edgeKey({ from: row.from_id, to: row.to_id, kind: row.kind }), row]));
}

async function removeEdges(store: TenantStore, source_id: string, rows: readonly EdgeRow[]): Promise<void> {
  const edges = tenantTable(store, 'graph_edges');
  const turns = new Turns();
  for (const { from_id, to_id, kind } of rows) {
    await edges.removeWhere({ source_id, from_id, to_id, kind });
    if (turns.isOver) await turns.pass();
  }
}
