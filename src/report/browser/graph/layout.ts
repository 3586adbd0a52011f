import { forceLink, forceManyBody, forceSimulation, forceX, forceY, type Simulation } from 'd3-force';
import type { Scene, SceneEdge, SceneNode } from './scene.js';

const REPULSION = -320;
const EDGE_LENGTH = 52;
const GRAVITY = 0.035;
/** In small graphs repulsion ends here, so that parts without a link stay near. */
const REACH = 420;
const LARGE = 800;
/** From which angle a group of nodes counts as one; in large graphs sooner, for steps that are almost twice as fast. */
const THETA = { small: 0.9, large: 1.2 };

export type Layout = Simulation<SceneNode, SceneEdge>;

/**
 * Forces that arrange the nodes; the page says when they step. The nodes start on a spiral, and chance comes from a generator with a
 * fixed seed, so equal graphs end alike.
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
      // A hub's neighbours need a longer rim to stand on.
      forceLink<SceneNode, SceneEdge>(links).distance(
        ({ source, target }) => EDGE_LENGTH + 5 * Math.sqrt(Math.max(source.links.length, target.links.length)),
      ),
    );
}

export function isMoving(layout: Layout): boolean {
  return layout.alpha() > layout.alphaMin();
}

/** Steps until the nodes rest or these milliseconds are over, once at least. */
export function stepFor(layout: Layout, milliseconds: number): void {
  const end = performance.now() + milliseconds;
  do layout.tick();
  while (isMoving(layout) && performance.now() < end);
}
