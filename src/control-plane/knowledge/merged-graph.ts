import { Adjacency } from '../../graph/adjacency.js';
import { RadiusIndex } from '../../graph/blast-radius.js';
import { type EdgeKind, edgeKinds, type Graph, type GraphEdge, type GraphNode, type NodeKind, nodeKinds } from '../../model/graph.js';
import { compareSeverity, type Severity, severities } from '../../model/severity.js';
import type { GraphEdgeRow, GraphNodeRow } from '../store/graph.js';

/** A node as all sources together know it. */
export interface KnownNode extends GraphNode {
  /** Ids of the sources that see it, sorted. */
  sources: string[];
  first_seen: string;
  last_seen: string;
  properties: Record<string, unknown>;
}

/** The graph of a tenant, its sources joined: nodes by identity, worst first; edges whose ends are both there. */
export class MergedGraph {
  readonly nodes: ReadonlyMap<string, KnownNode>;
  readonly graph: Graph;
  readonly adjacency: Adjacency;
  private radii: RadiusIndex | undefined;
  private inOrder: KnownNode[] | undefined;
  private readonly texts: readonly { text: string; node: KnownNode }[];

  constructor(nodeRows: readonly GraphNodeRow[], edgeRows: readonly GraphEdgeRow[]) {
    const merged = mergeNodes(nodeRows);
    const sorted = [...merged.values()].sort(worstFirst);
    this.nodes = new Map(sorted.map((node) => [node.id, node]));
    this.graph = { nodes: sorted.map(plainNode), edges: mergeEdges(edgeRows, merged) };
    this.adjacency = new Adjacency(this.graph);
    this.texts = sorted.map((node) => ({ node, text: `${node.label}\n${node.id}`.toLowerCase() }));
  }

  /** Nodes in the order of their ids. */
  get byId(): readonly KnownNode[] {
    this.inOrder ??= [...this.nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return this.inOrder;
  }

  get radius(): RadiusIndex {
    this.radii ??= new RadiusIndex(this.adjacency);
    return this.radii;
  }

  get size(): number {
    return this.graph.nodes.length + this.graph.edges.length;
  }

  /** Nodes whose label or id holds every word; labels that begin with the first come first. */
  search(query: string): KnownNode[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const [first = ''] = words;
    const found = this.texts.filter(({ text }) => words.every((word) => text.includes(word)));
    const begins = found.filter(({ text }) => text.startsWith(first));
    const others = found.filter(({ text }) => !text.startsWith(first));
    return [...begins, ...others].map(({ node }) => node);
  }
}

/** What a graph shows of a node. */
export function plainNode({ id, kind, label, severity }: GraphNode): GraphNode {
  return { id, kind, label, ...(severity !== undefined && { severity }) };
}

function mergeNodes(rows: readonly GraphNodeRow[]): Map<string, KnownNode> {
  const merged = new Map<string, KnownNode>();
  for (const row of rows) {
    const kind = nodeKinds.find((one) => one === row.kind);
    if (kind === undefined) continue;
    const known = merged.get(row.node_id);
    if (known) addSighting(known, row);
    else merged.set(row.node_id, firstSighting(row, kind));
  }
  for (const node of merged.values()) node.sources.sort();
  return merged;
}

function firstSighting(row: GraphNodeRow, kind: NodeKind): KnownNode {
  const { node_id, label, source_id, first_seen, last_seen } = row;
  const severity = severityOf(row);
  const properties = propertiesOf(row);
  return { id: node_id, kind, label, ...(severity && { severity }), sources: [source_id], first_seen, last_seen, properties };
}

function addSighting(known: KnownNode, row: GraphNodeRow): void {
  known.sources.push(row.source_id);
  if (row.first_seen < known.first_seen) known.first_seen = row.first_seen;
  if (row.last_seen > known.last_seen) known.last_seen = row.last_seen;
  const severity = severityOf(row);
  if (severity && (!known.severity || compareSeverity(severity, known.severity) > 0)) known.severity = severity;
  if (row.properties !== '{}') known.properties = { ...propertiesOf(row), ...known.properties };
}

function propertiesOf({ properties }: GraphNodeRow): Record<string, unknown> {
  return properties === '{}' ? {} : JSON.parse(properties);
}

function severityOf({ severity }: GraphNodeRow): Severity | undefined {
  return severities.find((one) => one === severity);
}

function mergeEdges(rows: readonly GraphEdgeRow[], nodes: ReadonlyMap<string, unknown>): GraphEdge[] {
  const edges: GraphEdge[] = [];
  let last = '';
  for (const { from_id: from, to_id: to, kind } of rows) {
    const key = `${kind} ${from}\n${to}`;
    const known = edgeKindOf(kind);
    // Rows come in the order of their ends: the same edge of another source is next to it.
    if (key === last || known === undefined || !nodes.has(from) || !nodes.has(to)) continue;
    last = key;
    edges.push({ from, to, kind: known });
  }
  return edges;
}

function edgeKindOf(text: string): EdgeKind | undefined {
  return edgeKinds.find((kind) => kind === text);
}

function worstFirst(a: KnownNode, b: KnownNode): number {
  const bySeverity = compareSeverity(b.severity ?? 'none', a.severity ?? 'none');
  return bySeverity || nodeKinds.indexOf(a.kind) - nodeKinds.indexOf(b.kind) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
