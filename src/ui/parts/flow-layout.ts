import { compareNodes, type GraphEdge, type GraphNode, nodeLooks } from '../words/node.js';

const BOX = { narrow: 132, wide: 190, height: 46, right: 30, below: 12 } as const;

export interface FlowColumn {
  /** Steps from the start. */
  distance: number;
  x: number;
  nodes: readonly { node: GraphNode; y: number }[];
  /** What did not fit, in words: `+34 tools, 2 agents`. */
  more: string | undefined;
  moreY: number;
}

export interface FlowEdge {
  edge: GraphEdge;
  /** The end that is nearer to the start. */
  near: string;
  path: string;
}

export interface FlowLayout {
  columns: readonly FlowColumn[];
  edges: readonly FlowEdge[];
  width: number;
  height: number;
  /** Size of each node. */
  box: { width: number; height: number };
}

interface FlowGraph {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  start: string;
  /** These come first in their column and are never left out. */
  main: ReadonlySet<string>;
  perColumn: number;
  /** The room in pixels. Columns of many steps take more. */
  room: number;
}

/** Puts a small graph in columns: each node as many columns from the start as its shortest way there has steps, whichever way edges point. */
export function layoutFlow({ nodes, edges, start, main, perColumn, room }: FlowGraph): FlowLayout {
  const columns = columnsOf(nodes, distances(edges, start)).map((column) => {
    const ranked = column.sort((a, b) => Number(main.has(b.id)) - Number(main.has(a.id)) || compareNodes(a, b));
    return { shown: ranked.slice(0, perColumn), left: ranked.slice(perColumn) };
  });
  const count = Math.max(1, columns.length);
  const box = { width: Math.max(BOX.narrow, Math.min(BOX.wide, Math.floor((room - (count - 1) * BOX.right) / count))), height: BOX.height };
  const rows = Math.max(1, ...columns.map(({ shown, left }) => shown.length + (left.length > 0 ? 0.6 : 0)));
  const height = rows * (BOX.height + BOX.below) - BOX.below;
  const placed = columns.map(({ shown, left }, distance): FlowColumn => {
    const x = distance * (box.width + BOX.right);
    const own = (shown.length + (left.length > 0 ? 0.6 : 0)) * (BOX.height + BOX.below) - BOX.below;
    const top = (height - own) / 2;
    const yOf = (row: number) => top + row * (BOX.height + BOX.below);
    return {
      distance,
      x,
      nodes: shown.map((node, row) => ({ node, y: yOf(row) })),
      more: left.length > 0 ? `+${countsOf(left)}` : undefined,
      moreY: yOf(shown.length),
    };
  });
  const width = count * (box.width + BOX.right) - BOX.right;
  return { columns: placed, edges: edgesOf(placed, edges, box.width), width, height, box };
}

function distances(edges: readonly GraphEdge[], start: string): Map<string, number> {
  const neighbours = new Map<string, string[]>();
  const join = (one: string, other: string) => neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
  for (const { from, to } of edges) {
    join(from, to);
    join(to, from);
  }
  const distance = new Map([[start, 0]]);
  for (const [id, steps] of distance) for (const next of neighbours.get(id) ?? []) if (!distance.has(next)) distance.set(next, steps + 1);
  return distance;
}

/** Nodes without a way to the start stand in the last column. */
function columnsOf(nodes: readonly GraphNode[], distance: ReadonlyMap<string, number>): GraphNode[][] {
  const columns: GraphNode[][] = [];
  const last = Math.max(0, ...nodes.map(({ id }) => distance.get(id) ?? 0));
  for (const node of nodes) {
    const at = distance.get(node.id) ?? last + 1;
    columns[at] = [...(columns[at] ?? []), node];
  }
  return columns.filter((column) => column !== undefined);
}

function edgesOf(columns: readonly FlowColumn[], edges: readonly GraphEdge[], boxWidth: number): FlowEdge[] {
  const places = new Map(columns.flatMap(({ x, nodes }) => nodes.map(({ node, y }) => [node.id, { x, y: y + BOX.height / 2 }] as const)));
  return edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    if (!from || !to) return [];
    const [near, a, b] = from.x <= to.x ? [edge.from, from, to] : [edge.to, to, from];
    const start = a.x + boxWidth;
    const end = a.x === b.x ? start : b.x;
    const bend = a.x === b.x ? BOX.right / 2 : (end - start) / 2;
    const path = `M${start} ${a.y} C${start + bend} ${a.y} ${a.x === b.x ? end + bend : end - bend} ${b.y} ${end} ${b.y}`;
    return [{ edge, near, path }];
  });
}

/** `34 tools, 2 agents`. */
export function countsOf(nodes: readonly GraphNode[]): string {
  const counts = new Map<GraphNode['kind'], number>();
  for (const { kind } of nodes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${count === 1 ? kind : nodeLooks[kind].many}`).join(', ');
}
