import type { Adjacency } from '../../graph/adjacency.js';
import type { GraphEdge, GraphNode } from '../../model/graph.js';

/** Part of a graph. Totals are of the whole part, also where a limit cut it. */
export interface Subgraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  total_nodes: number;
  total_edges: number;
  truncated: boolean;
}

/** These nodes, as many as the limit allows, with the edges between them. */
export function subgraphOf(adjacency: Adjacency, ids: readonly string[], limit: number): Subgraph {
  const all = new Set(ids);
  const kept = new Set(ids.slice(0, limit));
  const nodes = [...kept].flatMap((id) => adjacency.nodes.get(id) ?? []);
  const edges: GraphEdge[] = [];
  for (const from of kept) for (const { id: to, kind } of adjacency.out(from)) if (kept.has(to)) edges.push({ from, to, kind });
  const truncated = all.size > kept.size;
  return { nodes, edges, total_nodes: all.size, total_edges: truncated ? edgesWithin(adjacency, all) : edges.length, truncated };
}

function edgesWithin(adjacency: Adjacency, ids: ReadonlySet<string>): number {
  const whole = ids.size === adjacency.nodes.size;
  let total = 0;
  for (const id of ids) total += whole ? adjacency.out(id).length : adjacency.out(id).filter((hop) => ids.has(hop.id)).length;
  return total;
}

/** Ids within so many steps of a node along edges in either direction, nearest first; the node itself leads. */
export function around(adjacency: Adjacency, id: string, depth: number): string[] {
  const distance = new Map([[id, 0]]);
  // A Map visits what is added while it is walked.
  for (const [at, steps] of distance) {
    if (steps === depth) continue;
    for (const hop of [...adjacency.out(at), ...adjacency.into(at)]) if (!distance.has(hop.id)) distance.set(hop.id, steps + 1);
  }
  return [...distance.keys()];
}
