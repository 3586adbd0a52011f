import type { Graph, GraphEdge, GraphNode } from '../model/graph.js';
import { compareText } from '../support/compare-text.js';
import { Adjacency, type Walkable } from './adjacency.js';

/** One step of a walk: the node, and the edge by which it was reached. The first step has none. */
export interface PathStep {
  node: GraphNode;
  edge?: GraphEdge;
}

/** A node that another node affects, with the length of the shortest path and the step before it. */
export interface Reached {
  node: GraphNode;
  distance: number;
  /** Id of the node before it on that path. */
  via: string;
}

/** The node that a name means, or the candidates among which a person has to choose (none: the name is unknown). */
export type NodeLookup = { node: GraphNode } | { candidates: GraphNode[] };

/**
 * The node of an id, else the only one of that label, else the only package of that purl or purl without version. Labels are
 * compared in their exact case first, then without it.
 */
export function findNode(graph: Graph, name: string): NodeLookup {
  const wanted = name.toLowerCase();
  const tests: ((node: GraphNode) => boolean)[] = [
    (node) => node.id === name,
    (node) => node.label === name,
    (node) => node.label.toLowerCase() === wanted || node.id.toLowerCase() === wanted,
    (node) => node.kind === 'package' && (withoutVersion(node.id) === name || withoutVersion(node.label) === name),
  ];
  for (const test of tests) {
    const candidates = graph.nodes.filter(test);
    const [node] = candidates;
    if (node && candidates.length === 1) return { node };
    if (candidates.length > 1) return { candidates };
  }
  return { candidates: [] };
}

function withoutVersion(text: string): string {
  const plain = text.split('?', 1)[0] ?? text;
  const at = plain.lastIndexOf('@');
  return at > plain.lastIndexOf('/') && at > 0 ? plain.slice(0, at) : plain;
}

/**
 * A shortest walk between two nodes over edges in either direction, as exposure paths go. Among equally short ones the first in
 * the graph's order. Undefined when there is no path.
 */
export function shortestPath(graph: Graph, from: string, to: string): PathStep[] | undefined {
  return shortestWalk(new Adjacency(graph), from, to);
}

/** The same over a graph that is indexed already. */
export function shortestWalk(adjacency: Walkable, from: string, to: string): PathStep[] | undefined {
  const start = adjacency.nodes.get(from);
  if (!start || !adjacency.nodes.has(to)) return undefined;
  const cameBy = new Map<string, GraphEdge>();
  const queue = [from];
  for (let at = 0; at < queue.length && !cameBy.has(to) && from !== to; at++) {
    const id = queue[at] ?? from;
    for (const edge of edgesOf(adjacency, id)) {
      const next = edge.from === id ? edge.to : edge.from;
      if (next === from || cameBy.has(next)) continue;
      cameBy.set(next, edge);
      queue.push(next);
    }
  }
  return from === to ? [{ node: start }] : walkBack(adjacency, cameBy, from, to);
}

function walkBack(adjacency: Walkable, cameBy: ReadonlyMap<string, GraphEdge>, from: string, to: string): PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (let id = to; id !== from; ) {
    const edge = cameBy.get(id);
    const node = adjacency.nodes.get(id);
    if (!edge || !node) return undefined;
    steps.push({ node, edge });
    id = edge.from === id ? edge.to : edge.from;
  }
  const first = adjacency.nodes.get(from);
  return first && [{ node: first }, ...steps.reverse()];
}

function edgesOf(adjacency: Walkable, id: string): GraphEdge[] {
  const out = adjacency.out(id).map(({ id: to, kind }): GraphEdge => ({ from: id, to, kind }));
  const into = adjacency.into(id).map(({ id: from, kind }): GraphEdge => ({ from, to: id, kind }));
  return [...out, ...into];
}

/**
 * Everything that a compromise of the node affects: all that depends on, runs, uses or is instructed by it, and what those
 * servers hold and offer. Nearest first, then by kind and id; the node itself is not listed.
 */
export function impactOf(graph: Graph, id: string): Reached[] {
  return impactIn(new Adjacency(graph), id);
}

/** The same over a graph that is indexed already. */
export function impactIn(adjacency: Walkable, id: string): Reached[] {
  const reached = new Map<string, Reached>();
  const queue = [id];
  for (let at = 0; at < queue.length; at++) {
    const current = queue[at] ?? id;
    const distance = (reached.get(current)?.distance ?? 0) + 1;
    const steered = current === id || adjacency.nodes.get(reached.get(current)?.via ?? '')?.kind === 'skill';
    for (const next of harmedBy(adjacency, current, steered)) {
      const node = adjacency.nodes.get(next);
      if (!node || next === id || reached.has(next)) continue;
      reached.set(next, { node, distance, via: current });
      queue.push(next);
    }
  }
  return [...reached.values()].sort(
    (a, b) => a.distance - b.distance || compareText(a.node.kind, b.node.kind) || compareText(a.node.id, b.node.id),
  );
}

/**
 * The neighbours that a compromised node affects. Harm goes up `depends_on`, `runs` and `uses`, and from servers to their
 * credentials and tools. An agent passes it on to its other servers only when the agent itself is controlled: by a skill, or because the
 * question was about the agent.
 */
function harmedBy(adjacency: Walkable, id: string, steered: boolean): string[] {
  switch (adjacency.nodes.get(id)?.kind) {
    case 'finding':
      return adjacency.outOf(id, 'affects');
    case 'package':
      return [...adjacency.intoOf(id, 'depends_on'), ...adjacency.intoOf(id, 'runs')];
    case 'server':
      return [...adjacency.intoOf(id, 'uses'), ...adjacency.outOf(id, 'holds'), ...adjacency.outOf(id, 'offers')];
    case 'skill':
      return adjacency.outOf(id, 'instructs');
    case 'agent':
      return steered ? adjacency.outOf(id, 'uses') : [];
    case 'tool':
      return adjacency.intoOf(id, 'offers');
    case 'credential':
      return adjacency.intoOf(id, 'holds');
    default:
      return [...adjacency.intoOf(id, 'contains'), ...adjacency.intoOf(id, 'uses')];
  }
}
