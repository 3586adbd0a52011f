import { legible } from '../../words/legible.js';
import { severityShapes } from '../../words/severity.js';
import type { WholeFinding } from './detail.js';
import { graphAddress } from './why.js';

type Reached = WholeFinding['reach'];
type Node = Reached['nodes'][number];

/** Layers from the left to the right; what is in none of them is in the last. */
const LAYERS: readonly (readonly Node['kind'][])[] = [
  ['package', 'image', 'model', 'skill', 'network', 'entrance'],
  ['server', 'service'],
  ['agent', 'role'],
];
const TALLEST = 8;
const SIZE = { column: 168, row: 44, box: 132, height: 34, gap: 8 };

interface Placed extends Node {
  x: number;
  y: number;
}

/** Nodes in their layers, empty layers closed up, and how many of each layer were left out for want of room. */
function placed({ nodes }: Reached) {
  const layers = [...LAYERS, []].map((kinds, at) =>
    nodes.filter(({ kind }) => (at < LAYERS.length ? kinds.includes(kind) : !LAYERS.flat().includes(kind))),
  );
  const used = layers.filter((layer) => layer.length > 0);
  const rows = Math.min(TALLEST, Math.max(0, ...used.map(({ length }) => length)));
  const placed: Placed[] = used.flatMap((layer, column) => {
    const shown = layer.slice(0, TALLEST);
    const top = ((rows - shown.length) * SIZE.row) / 2;
    return shown.map((node, row) => ({ ...node, x: column * SIZE.column + SIZE.gap, y: top + row * SIZE.row + SIZE.gap }));
  });
  const left = used.map((layer) => Math.max(0, layer.length - TALLEST)).reduce((sum, one) => sum + one, 0);
  const width = used.length * SIZE.column - (SIZE.column - SIZE.box) + 2 * SIZE.gap;
  return { placed, left, width, height: rows * SIZE.row + 2 * SIZE.gap };
}

/** The way from the package to agents, credentials and tools, as a small picture and as a list that says the same. */
export function Reach({ reach }: { reach: Reached }) {
  const { nodes, truncated, total_nodes } = reach;
  if (nodes.length === 0)
    return (
      <p class="quiet">
        It is not joined to a server or agent in the graph. Sync a fleet or scan agent configurations to see what it reaches.
      </p>
    );
  const { left } = placed(reach);
  const missing = (truncated ? total_nodes - nodes.length : 0) + left;
  return (
    <div class="stack">
      <Picture reach={reach} />
      {missing > 0 && (
        <p class="quiet">
          {missing} more are not drawn. <a href={graphAddress(nodes[0]?.id ?? '')}>See all in the graph</a>
        </p>
      )}
      <details>
        <summary>The same as a list</summary>
        <ul class="lines">
          {nodes.map((node) => (
            <li key={node.id}>
              <span class="quiet">{node.kind}</span> <a href={graphAddress(node.id)}>{legible(node.label, 200)}</a>
              <NextOf node={node} reach={reach} />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function NextOf({ node, reach: { nodes, edges } }: { node: Node; reach: Reached }) {
  const next = edges.filter(({ from }) => from === node.id);
  if (next.length === 0) return null;
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const words = next.slice(0, TALLEST).map(({ kind, to }) => `${kind.replaceAll('_', ' ')} ${labels.get(to) ?? to}`);
  return (
    <span class="quiet">
      {' '}
      {legible(words.join(', '), 400)}
      {next.length > TALLEST && ` and ${next.length - TALLEST} more`}
    </span>
  );
}

function Picture({ reach }: { reach: Reached }) {
  const { placed: boxes, width, height } = placed(reach);
  const at = new Map(boxes.map((box) => [box.id, box]));
  const lines = reach.edges.flatMap(({ from, to }) => {
    const [one, other] = [at.get(from), at.get(to)];
    return one && other ? [{ key: `${from} ${to}`, path: curve(one, other) }] : [];
  });
  return (
    <figure class="reach">
      <svg viewBox={`0 0 ${width} ${height}`} style={{ width: `${width}px` }} aria-labelledby="reach-title">
        <title id="reach-title">{`It reaches ${countsOf(reach.nodes)}.`}</title>
        {lines.map(({ key, path }) => (
          <path key={key} d={path} class="reach-edge" />
        ))}
        {boxes.map((box) => (
          <Box key={box.id} box={box} />
        ))}
      </svg>
    </figure>
  );
}

/** From the side of one box to the facing side of the other. */
function curve(one: Placed, other: Placed): string {
  const [left, right] = one.x <= other.x ? [one, other] : [other, one];
  const [x, y] = [left.x + (left.x === right.x ? 0 : SIZE.box), left.y + SIZE.height / 2];
  const [endX, endY] = [right.x, right.y + SIZE.height / 2];
  const bend = left.x === right.x ? x - SIZE.gap : (x + endX) / 2;
  return `M${x} ${y}C${bend} ${y} ${bend} ${endY} ${endX} ${endY}`;
}

const LONGEST_LABEL = 19;

function Box({ box: { id, kind, label, severity, x, y } }: { box: Placed }) {
  return (
    <a href={graphAddress(id)} class={`reach-node ${kind}`}>
      <title>{`${kind} ${legible(label, 200)}`}</title>
      <rect x={x} y={y} width={SIZE.box} height={SIZE.height} rx="6" />
      <text x={x + SIZE.gap} y={y + 14} class="reach-kind">
        {severity === undefined ? kind : `${severityShapes[severity]} ${kind}`}
      </text>
      <text x={x + SIZE.gap} y={y + 27}>
        {legible(label, LONGEST_LABEL + 1).length > LONGEST_LABEL ? `${legible(label).slice(0, LONGEST_LABEL - 1)}…` : legible(label)}
      </text>
    </a>
  );
}

/** `2 servers, 1 agent and 3 tools`. */
function countsOf(nodes: readonly Node[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of nodes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const words = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`);
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
