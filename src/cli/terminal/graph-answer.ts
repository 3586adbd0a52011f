import type { PathStep, Reached } from '../../graph/search.js';
import { type EdgeKind, type GraphNode, nodeKinds } from '../../model/graph.js';
import { type Canvas, capped, drawLine, drawParagraph, type StyledText } from '../../report/console/canvas.js';
import { drawFixFirst, drawPaths } from '../../report/console/sections.js';
import { plural } from '../../support/listing.js';

/** Edges read against their direction. */
const PASSIVE: Record<EdgeKind, string> = {
  uses: 'used by',
  runs: 'run by',
  depends_on: 'needed by',
  holds: 'held by',
  offers: 'offered by',
  affects: 'affected by',
  contains: 'contained in',
  instructs: 'instructed by',
  reaches: 'reached by',
  assumes: 'assumed by',
  reads: 'read by',
  writes: 'written by',
  administers: 'administered by',
};

/** The number of nodes by kind, and the worst exposure paths. */
export function drawOverview(canvas: Canvas): string[] {
  const { graph } = canvas.report;
  const counts = nodeKinds.flatMap((kind) => {
    const count = graph.nodes.filter((node) => node.kind === kind).length;
    return count === 0 ? [] : [plural(count, kind)];
  });
  const head = drawLine(canvas, 0, [
    { text: plural(graph.nodes.length, 'node'), role: 'strong' },
    `, ${plural(graph.edges.length, 'edge')}`,
  ]);
  return [head, ...drawParagraph(canvas, { text: counts.join(', '), indent: 2 }), ...drawPaths(canvas), ...drawFixFirst(canvas)];
}

/** One line a step, with the edge as it points. */
export function drawWalk(canvas: Canvas, walk: readonly PathStep[]): string[] {
  const lines = walk.map(({ node, edge }) => {
    const words = edge?.to === node.id ? edge.kind.replace('_', ' ') : edge && PASSIVE[edge.kind];
    return drawLine(canvas, edge ? 2 : 0, [...(words ? [{ text: `${words} `, role: 'faint' as const }] : []), ...named(node)]);
  });
  return [...lines, '', drawLine(canvas, 0, [{ text: `${plural(walk.length - 1, 'step')}`, role: 'faint' }])];
}

/** What a node affects, nearest first. */
export function drawImpact(canvas: Canvas, node: GraphNode, reached: readonly Reached[]): string[] {
  const head = drawLine(canvas, 0, [...named(node), ` bears on ${reached.length === 0 ? 'nothing else' : plural(reached.length, 'node')}`]);
  const lines = capped(canvas, reached, {
    limit: 40,
    draw: (one) => [
      drawLine(canvas, 2, [{ text: `${String(one.distance).padStart(2)}  `, role: 'faint' }, ...named(one.node), via(canvas, one, node)]),
    ],
  });
  return [head, ...lines];
}

function named({ kind, label, severity }: GraphNode): StyledText[] {
  return [
    { text: `${kind} `, role: 'faint' },
    { text: label, role: 'strong' },
    ...(severity ? [{ text: ` ${severity}`, role: severity }] : []),
  ];
}

function via(canvas: Canvas, one: Reached, start: GraphNode): StyledText {
  return { text: one.via === start.id ? '' : `  through ${canvas.directory.label(one.via)}`, role: 'faint' };
}
