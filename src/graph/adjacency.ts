import type { EdgeKind, Graph, GraphNode } from '../model/graph.js';

/** A neighbour and how it is joined. */
export interface Hop {
  id: string;
  kind: EdgeKind;
}

const NONE: readonly Hop[] = [];

/** A graph indexed for walking: nodes by id, edges both ways. */
export class Adjacency {
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

  /** Neighbours at the ends of edges from `id`. */
  out(id: string): readonly Hop[] {
    return this.forward.get(id) ?? NONE;
  }

  /** Neighbours at the starts of edges to `id`. */
  into(id: string): readonly Hop[] {
    return this.backward.get(id) ?? NONE;
  }

  /** Ends of edges of one kind, from `id`. */
  outOf(id: string, kind: EdgeKind): string[] {
    return this.out(id).flatMap((hop) => (hop.kind === kind ? [hop.id] : []));
  }

  /** Starts of edges of one kind, to `id`. */
  intoOf(id: string, kind: EdgeKind): string[] {
    return this.into(id).flatMap((hop) => (hop.kind === kind ? [hop.id] : []));
  }

  /** Ids of nodes of one kind, in the graph's order. */
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
 * Everything a server runs: breadth first over `runs` and `depends_on`. Returns each component's predecessor on a shortest path
 * from the server, so that `wayBack` can name it.
 */
export function reachFrom(adjacency: Adjacency, server: string): Map<string, string> {
  const cameFrom = new Map<string, string>();
  const queue = [server];
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at];
    if (node === undefined) break;
    for (const { id, kind } of adjacency.out(node)) {
      if ((kind !== 'runs' && kind !== 'depends_on') || id === server || cameFrom.has(id)) continue;
      cameFrom.set(id, node);
      queue.push(id);
    }
  }
  return cameFrom;
}

/** The nodes from `component` back to the server, both included. */
export function wayBack(reach: ReadonlyMap<string, string>, component: string): string[] {
  const way = [component];
  for (let at = reach.get(component); at !== undefined; at = reach.get(at)) way.push(at);
  return way;
}
