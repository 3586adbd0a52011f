import { Adjacency } from '../../graph/adjacency.js';
import { edgeKinds, type Graph, type GraphEdge, type GraphNode, type NodeKind, nodeKinds } from '../../model/graph.js';
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
  private inOrder: KnownNode[] | undefined;
  private readonly texts: readonly { text: string; node: KnownNode }[];

  constructor({ nodes, edges }: GraphMerge) {
    const sorted = [...nodes.values()].sort(worstFirst);
    this.nodes = new Map(sorted.map((node) => [node.id, node]));
    this.graph = { nodes: sorted.map(plainNode), edges };
    this.adjacency = new Adjacency(this.graph);
    this.texts = sorted.map((node) => ({ node, text: `${node.label}\n${node.id}`.toLowerCase() }));
  }

  /** Nodes in the order of their ids. */
  get byId(): readonly KnownNode[] {
    this.inOrder ??= [...this.nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return this.inOrder;
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

/** What sources say, joined row by row: first all nodes, then all edges, each in the order of their ids. */
export class GraphMerge {
  readonly nodes = new Map<string, KnownNode>();
  readonly edges: GraphEdge[] = [];
  private last = '';

  addNodes(rows: readonly GraphNodeRow[]): void {
    for (const row of rows) {
      const kind = nodeKinds.find((one) => one === row.kind);
      if (kind === undefined) continue;
      const known = this.nodes.get(row.node_id);
      if (known) addSighting(known, row);
      else this.nodes.set(row.node_id, firstSighting(row, kind));
    }
  }

  addEdges(rows: readonly GraphEdgeRow[]): void {
    for (const { from_id: from, to_id: to, kind } of rows) {
      const key = `${kind} ${from}\n${to}`;
      const known = edgeKinds.find((one) => one === kind);
      // The same edge of another source is next to it.
      if (key === this.last || known === undefined || !this.nodes.has(from) || !this.nodes.has(to)) continue;
      this.last = key;
      this.edges.push({ from, to, kind: known });
    }
  }
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

function worstFirst(a: KnownNode, b: KnownNode): number {
  const bySeverity = compareSeverity(b.severity ?? 'none', a.severity ?? 'none');
  return bySeverity || nodeKinds.indexOf(a.kind) - nodeKinds.indexOf(b.kind) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
