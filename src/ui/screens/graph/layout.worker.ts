import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { LayoutWork } from './layout.js';

/** Lays a graph out beside the page: gets its ends and first places, gives the last places back (x and y, one node after the other). */
addEventListener('message', ({ data }: MessageEvent<LayoutWork>) => {
  const { ends, positions, iterations } = data;
  const graph = new Graph({ type: 'undirected' });
  const count = positions.length / 2;
  for (let at = 0; at < count; at++) graph.addNode(at, { x: positions[2 * at], y: positions[2 * at + 1] });
  for (let at = 0; at < ends.length; at += 2) if (ends[at] !== ends[at + 1]) graph.mergeEdge(ends[at], ends[at + 1]);
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: count > 500, gravity: 1, strongGravityMode: false };
  forceAtlas2.assign(graph, { iterations, settings });
  graph.forEachNode((node, { x, y }) => {
    positions[2 * Number(node)] = x;
    positions[2 * Number(node) + 1] = y;
  });
  postMessage(positions, { transfer: [positions.buffer] });
});
