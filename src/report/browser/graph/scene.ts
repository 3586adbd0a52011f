import type { SimulationNodeDatum } from 'd3-force';
import type { EdgeKind, NodeKind } from '../../../model/graph.js';
import { byId } from '../dom.js';
import type { GraphData, GraphDataNode, GraphDataPath } from '../graph-data.js';

/** A node on the canvas: its data from the report, its place in the layout, and its neighbours. */
export interface SceneNode extends GraphDataNode, SimulationNodeDatum {
  index: number;
  x: number;
  y: number;
  visible: boolean;
  links: Link[];
}

interface Link {
  to: SceneNode;
  kind: EdgeKind;
  /** True where the edge starts at the node that has this link. */
  outward: boolean;
}

export interface SceneEdge {
  source: SceneNode;
  target: SceneNode;
}

export interface ScenePath extends Omit<GraphDataPath, 'nodes'> {
  nodes: SceneNode[];
}

/** Order of the kinds by importance to a reader: important ones are labelled, listed and drawn first. */
export const RANKS: Readonly<Record<NodeKind, number>> = {
  agent: 0,
  server: 1,
  skill: 2,
  model: 2,
  finding: 3,
  credential: 4,
  tool: 5,
  package: 6,
  network: 0,
  entrance: 1,
  service: 1,
  data: 2,
  role: 4,
  account: 5,
  image: 6,
  control: 6,
};

/** The graph of the page. */
export interface Scene {
  nodes: readonly SceneNode[];
  edges: readonly SceneEdge[];
  paths: readonly ScenePath[];
  byImportance: readonly SceneNode[];
}

/** The part of the scene that is shown, and what is selected in it. */
export interface Viewport {
  /** The point of the scene in the middle of the canvas. */
  x: number;
  y: number;
  /** Canvas pixels for each unit of the scene. */
  scale: number;
  hover: SceneNode | null;
  selected: SceneNode | null;
  /** Nodes of the focus; empty where nothing is in focus. */
  near: ReadonlySet<SceneNode>;
  path: ScenePath | null;
  /** True once the reader has moved the picture; the page then stops moving it. */
  moved: boolean;
  /** True when the canvas has to be drawn again. */
  dirty: boolean;
}

export function newView(): Viewport {
  return { x: 0, y: 0, scale: 1, hover: null, selected: null, near: new Set(), path: null, moved: false, dirty: true };
}

/** Reads the data block of the page. */
export function readScene(): Scene {
  const data: GraphData = JSON.parse(byId('data', HTMLScriptElement).textContent);
  // The layout gives nodes without coordinates a place.
  const place = { x: Number.NaN, y: Number.NaN };
  const nodes = data.nodes.map((node, index): SceneNode => ({ ...node, ...place, index, visible: true, links: [] }));
  const edges = data.edges.flatMap(([from, to, kind]) => {
    const [source, target] = [nodes[from], nodes[to]];
    if (!source || !target) return [];
    source.links.push({ to: target, kind, outward: true });
    target.links.push({ to: source, kind, outward: false });
    return [{ source, target }];
  });
  const paths = data.paths.map((path) => ({ ...path, nodes: path.nodes.flatMap((index) => nodes[index] ?? []) }));
  const byImportance = [...nodes].sort((a, b) => RANKS[a.kind] - RANKS[b.kind] || b.links.length - a.links.length || a.index - b.index);
  return { nodes, edges, paths, byImportance };
}
