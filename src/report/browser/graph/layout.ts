import { forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation } from 'd3-force';
import type { Scene, SceneEdge, SceneNode } from './scene.js';

const REPULSION = -320;
const EDGE_LENGTH = 52;
const GRAVITY = 0.035;
/**
 * In small graphs nodes repel each other only up to this distance, so that parts without a link between them stay
 * close.
 */
const REACH = 420;
const LARGE = 800;
/**
 * Barnes-Hut threshold: how small the angle of a group of nodes must be for the group to count as one. The larger value
 * of large graphs makes steps almost twice as fast.
 */
const THETA = { small: 0.9, large: 1.2 };

export type Layout = Simulation<SceneNode, SceneEdge>;

/**
 * The forces that arrange the nodes; the page decides when to step. Nodes start on a spiral and the random generator
 * has a fixed seed, so equal graphs get equal layouts.
 */
export function layoutOf({ nodes, edges }: Scene): Layout {
  const isLarge = nodes.length > LARGE;
  const repulsion = forceManyBody()
    .strength(REPULSION)
    .distanceMax(isLarge ? Infinity : REACH)
    .theta(isLarge ? THETA.large : THETA.small);
  const links = edges.filter(({ source, target }) => source !== target);
  return forceSimulation<SceneNode, SceneEdge>([...nodes])
    .stop()
    .alphaMin(0.01)
    .alphaDecay(0.015)
    .force('repulsion', repulsion)
    .force('x', forceX(0).strength(GRAVITY))
    .force('y', forceY(0).strength(GRAVITY))
    .force(
      'edges',
      // A hub's neighbours need a longer circumference.
      forceLink<SceneNode, SceneEdge>(links).distance(
        ({ source, target }) => EDGE_LENGTH + 5 * Math.sqrt(Math.max(source.links.length, target.links.length)),
      ),
    );
}

export function isMoving(layout: Layout): boolean {
  return layout.alpha() > layout.alphaMin();
}

/** Steps until the nodes rest or these milliseconds have passed, but at least once. */
export function stepFor(layout: Layout, milliseconds: number): void {
  const end = performance.now() + milliseconds;
  do layout.tick();
  while (isMoving(layout) && performance.now() < end);
}
