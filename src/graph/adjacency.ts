import type { EdgeKind, Graph, GraphNode } from '../model/graph.js';

/** A neighbour and how it is joined. */
export interface Hop {
  id: string;
  kind: EdgeKind;
}

const NONE: readonly Hop[] = [];

/** A graph that can be walked: nodes by id, edges both ways, each list in the order of the graph. */
export interface Walkable {
  readonly nodes: { get(id: string): GraphNode | undefined; has(id: string): boolean };
  /** Where edges from `id` lead. */
  out(id: string): readonly Hop[];
  /** Where edges to `id` come from. */
  into(id: string): readonly Hop[];
  /** Ends of edges of one kind, from `id`. */
  outOf(id: string, kind: EdgeKind): string[];
  /** Starts of edges of one kind, to `id`. */
  intoOf(id: string, kind: EdgeKind): string[];
  /** Ids of nodes of one kind, in the graph's order. */
  ofKind(kind: GraphNode['kind']): string[];
}

/** A graph indexed for walking. */
export class Adjacency implements Walkable {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  private readonly forward = new Map<string, Hop[]>();
  private readonly backward = new Map<string, Hop[]>();

  constructor(graph: Graph) {
    this.nodes = new Map(graph.nodes.map((node) => [node.id, node]));
    for (const { from, to, kind } of graph.edges) {
      push(this.forward, from, { id: to, kind });
      push(this.backward, to, { id: from, kind });
    }
  }

  out(id: string): readonly Hop[] {
    return this.forward.get(id) ?? NONE;
  }

  into(id: string): readonly Hop[] {
    return this.backward.get(id) ?? NONE;
  }

  outOf(id: string, kind: EdgeKind): string[] {
    return this.out(id).flatMap((hop) => (hop.kind === kind ? [hop.id] : []));
  }

  intoOf(id: string, kind: EdgeKind): string[] {
    return this.into(id).flatMap((hop) => (hop.kind === kind ? [hop.id] : []));
  }

  ofKind(kind: GraphNode['kind']): string[] {
    return [...this.nodes.values()].flatMap((node) => (node.kind === kind ? [node.id] : []));
  }
}

function push(map: Map<string, Hop[]>, key: string, hop: Hop): void {
  const known = map.get(key);
  if (known) known.push(hop);
  else map.set(key, [hop]);
}

/**
 * Everything a server runs: breadth first over `runs` and `depends_on`, and what images contain. Returns each component's predecessor on a shortest path
 * from the server, so that `wayBack` can name it.
 */
export function reachFrom(adjacency: Walkable, server: string): Map<string, string> {
  const cameFrom = new Map<string, string>();
  const queue = [server];
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at];
    if (node === undefined) break;
    for (const { id, kind } of adjacency.out(node)) {
      if (!isWithin(kind) || id === server || cameFrom.has(id)) continue;
      cameFrom.set(id, node);
      queue.push(id);
    }
  }
  return cameFrom;
}

/** True for edges from what runs to what runs within it. */
export function isWithin(kind: EdgeKind): boolean {
  return kind === 'runs' || kind === 'depends_on' || kind === 'contains';
}

/** The nodes from `component` back to the server, both included. */
export function wayBack(reach: ReadonlyMap<string, string>, component: string): string[] {
  const way = [component];
  for (let at = reach.get(component); at !== undefined; at = reach.get(at)) way.push(at);
  return way;
}
