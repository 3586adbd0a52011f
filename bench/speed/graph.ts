import { attachBlastRadius } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import { exposurePaths } from '../../src/graph/exposure.js';
import { impactOf, shortestPath } from '../../src/graph/search.js';
import graphPage from '../../src/report/graph/graph-html.js';
import { pipe } from '../../test/support/rendering.js';
import { wideEstate, wideReport } from '../../test/support/wide-estate.js';

/** One measured quantity. */
export interface GraphMeasure {
  name: string;
  value: number;
  unit: 'nodes/s' | 'ms';
}

const SIZE = 240_000;
const ROUNDS = 5;

/** Building, judging and searching the graph of an estate of 200 000 nodes, and the page of one of 5 000; medians. */
export async function measureGraph(): Promise<GraphMeasure[]> {
  const { inventory, findings } = wideEstate(SIZE);
  const graph = buildGraph(inventory, findings, { all: true });
  const { nodes } = graph;
  const reached = attachBlastRadius(graph, findings);
  const [first, last] = [nodes[0]?.id ?? '', nodes.at(-1)?.id ?? ''];
  const entry = inventory.components.at(-1)?.ref ?? '';
  const perSecond = (ms: number) => (nodes.length * 1_000) / ms;
  const page = wideReport(6_000);
  return [
    { name: 'graph build, whole', value: perSecond(median(() => buildGraph(inventory, findings, { all: true }))), unit: 'nodes/s' },
    { name: 'graph build, what bears on findings', value: median(() => buildGraph(inventory, findings)), unit: 'ms' },
    { name: `blast radius of ${findings.length} findings`, value: median(() => attachBlastRadius(graph, findings)), unit: 'ms' },
    { name: 'exposure paths', value: median(() => exposurePaths(graph, reached, inventory.tools)), unit: 'ms' },
    { name: 'shortest path', value: median(() => shortestPath(graph, first, last)), unit: 'ms' },
    { name: 'impact of a package', value: median(() => impactOf(graph, entry)), unit: 'ms' },
    {
      name: `graph-html of ${page.graph.nodes.length} nodes`,
      value: median(() => [...piecesOf(graphPage.render(page, pipe))]),
      unit: 'ms',
    },
  ];
}

function piecesOf(rendered: ReturnType<typeof graphPage.render>): Iterable<string> {
  return typeof rendered === 'string' || rendered instanceof Promise ? [] : rendered;
}

function median(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
