import type { Walkable } from '../../graph/adjacency.js';
import type { GraphEdge, GraphNode } from '../../model/graph.js';
import type { GraphModel } from './graph-model.js';
import { plainNode } from './merged-graph.js';
import type { ModelNode } from './model-node.js';

/** Part of a graph. Totals count the whole part, even if a limit cut it. */
export interface Subgraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  total_nodes: number;
  total_edges: number;
  truncated: boolean;
}

/** The wanted nodes in order, up to the limit, with the edges between them. */
export function partOf(graph: GraphModel, limit: number, isWanted?: (node: ModelNode) => boolean): Subgraph {
  const kept: ModelNode[] = [];
  let total = 0;
  for (const node of graph.inOrder()) {
    if (!isWanted && kept.length === limit) break;
    if (isWanted && !isWanted(node)) continue;
    total += 1;
    if (kept.length < limit) kept.push(node);
  }
  const edges = edgesAmong(graph, kept);
  const total_nodes = isWanted ? total : graph.size;
  const truncated = total_nodes > kept.length;
  const total_edges = !truncated ? edges.length : isWanted ? countEdges(graph, isWanted) : graph.edges;
  return { nodes: kept.map(plainNode), edges, total_nodes, total_edges, truncated };
}

/** These nodes, up to the limit, with the edges between them. */
export function subgraphOf(graph: GraphModel, ids: readonly string[], limit: number): Subgraph {
  const all = new Set(ids);
  const kept = ids.slice(0, limit).flatMap((id) => graph.nodes.get(id) ?? []);
  const edges = edgesAmong(graph, kept);
  const truncated = all.size > kept.length;
  const within = () => ids.reduce((sum, id) => sum + graph.out(id).filter((hop) => all.has(hop.id)).length, 0);
  return { nodes: kept.map(plainNode), edges, total_nodes: all.size, total_edges: truncated ? within() : edges.length, truncated };
}

function edgesAmong(graph: GraphModel, nodes: readonly ModelNode[]): GraphEdge[] {
  const kept = new Set(nodes.map(({ id }) => id));
  return nodes.flatMap(({ id: from }) => graph.out(from).flatMap(({ id: to, kind }) => (kept.has(to) ? [{ from, to, kind }] : [])));
}

function countEdges(graph: GraphModel, isWanted: (node: ModelNode) => boolean): number {
  const isEnd = (id: string) => {
    const node = graph.nodes.get(id);
    return node !== undefined && isWanted(node);
  };
  let total = 0;
  for (const node of graph.inOrder()) if (isWanted(node)) for (const { id } of graph.out(node.id)) if (isEnd(id)) total += 1;
  return total;
}

/**
 * Ids within so many steps of a node along edges in either direction, nearest first, beginning with the node itself.
 */
export function around(adjacency: Walkable, id: string, depth: number): string[] {
  const distance = new Map([[id, 0]]);
  // A Map's iterator also visits entries that are added meanwhile.
  for (const [at, steps] of distance) {
    if (steps === depth) continue;
    for (const hop of [...adjacency.out(at), ...adjacency.into(at)]) if (!distance.has(hop.id)) distance.set(hop.id, steps + 1);
  }
  return [...distance.keys()];
}
