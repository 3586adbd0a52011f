import { type EdgeKind, edgeKinds, type NodeKind, nodeKinds } from '../../model/graph.js';
import { severities } from '../../model/severity.js';
import { FairSlots } from '../limits/fair-slots.js';
import { FindingReader, type OpenAbout } from '../store/findings/finding-reader.js';
import { type GraphEdgeRow, GraphRepository, type GraphShapeRow } from '../store/graph.js';
import type { TenantStore } from '../store/layer/store.js';
import type { KnowledgeChanges } from '../store/schema/knowledge-changes.js';
import { GraphModel } from './graph-model.js';
import type { View } from './kept.js';
import { joinSeverity } from './merged-graph.js';
import type { NodeFacts } from './model-node.js';

/** Limit for graphs that are computed at a time, because a large one keeps a connection for seconds. */
const making = new FairSlots(2, Number.POSITIVE_INFINITY);

/** The graph of a tenant, of all its sources. */
export const graphView: View<GraphModel> = {
  make: (store) => store.aside(making.run(store.tenantId, () => modelOf(store))),
  async change(store, model, changes) {
    const repository = new GraphRepository(store);
    const nodes = joinRows(await repository.shapeOf(changes.nodes));
    const fresh = [...nodes.keys()].filter((id) => !model.nodes.has(id));
    const edges = await repository.edgesAt(fresh);
    const seen = await repository.edgesOf(changes.edges);
    const refs = [...new Set([...changes.refs, ...fresh])];
    const open = addCounts(new Map(), await new FindingReader(store).openAboutSome(refs));
    bringUp(model, { changes, nodes, edges: [...edges, ...seen] });
    for (const ref of refs) model.setOpen(ref, open.get(ref) ?? 0);
    return model;
  },
};

async function modelOf(store: TenantStore): Promise<GraphModel> {
  const repository = new GraphRepository(store);
  const model = new GraphModel();
  let last: NodeFacts | undefined;
  for await (const rows of repository.shape()) {
    for (const row of rows) {
      const next = joinRow(last?.id === row.node_id ? last : undefined, row);
      if (last && next && next.id !== last.id) model.load(last);
      last = next ?? last;
    }
  }
  if (last) model.load(last);
  model.order();
  for await (const rows of repository.edges()) for (const row of rows) linkRow(model, row);
  const open = new Map<string, number>();
  for await (const counts of new FindingReader(store).openAbout()) addCounts(open, counts);
  for (const [ref, count] of open) model.setOpen(ref, count);
  return model;
}

interface Read {
  changes: KnowledgeChanges;
  nodes: ReadonlyMap<string, NodeFacts>;
  /** Edges of new nodes, and changed edges that still exist. */
  edges: readonly GraphEdgeRow[];
}

/** Applies all changes without waiting in between, so that no request sees a graph that is half changed. */
function bringUp(model: GraphModel, { changes, nodes, edges }: Read): void {
  for (const id of changes.nodes) {
    const facts = nodes.get(id);
    if (facts) model.put(facts);
    else model.drop(id);
  }
  for (const [from, to, kind] of changes.edges) {
    const known = edgeKind(kind);
    if (known !== undefined) model.unlink(from, to, known);
  }
  for (const row of edges) linkRow(model, row);
}

/** Nodes by id; rows of one node come in the order of their sources. */
function joinRows(rows: readonly GraphShapeRow[]): Map<string, NodeFacts> {
  const nodes = new Map<string, NodeFacts>();
  for (const row of rows) {
    const joined = joinRow(nodes.get(row.node_id), row);
    if (joined) nodes.set(joined.id, joined);
  }
  return nodes;
}

/** Adds what one more source states about a node. A row of an unknown kind changes nothing. */
function joinRow(known: NodeFacts | undefined, { node_id: id, source_id, kind: text, label, severity: stated }: GraphShapeRow) {
  const kind = nodeKind(text);
  if (kind === undefined) return known;
  const severity = severities.find((one) => one === stated);
  if (!known) return { id, kind, label, ...(severity && { severity }), sources: [source_id] };
  return { ...known, ...joinSeverity(known.severity, severity), sources: [...known.sources, source_id] };
}

function linkRow(model: GraphModel, { from_id, to_id, kind }: GraphEdgeRow): void {
  const known = edgeKind(kind);
  if (known !== undefined) model.link(from_id, to_id, known);
}

function nodeKind(text: string): NodeKind | undefined {
  return nodeKinds.find((one) => one === text);
}

function edgeKind(text: string): EdgeKind | undefined {
  return edgeKinds.find((one) => one === text);
}

function addCounts(open: Map<string, number>, counts: readonly OpenAbout[]): Map<string, number> {
  for (const { ref, count } of counts) open.set(ref, (open.get(ref) ?? 0) + count);
  return open;
}
