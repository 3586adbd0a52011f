import './flow.css';
import { useMemo } from 'preact/hooks';
import { legible } from '../words/legible.js';
import { type GraphEdge, type GraphNode, nodeLooks, verb } from '../words/node.js';
import { BOX, type FlowLayout, layoutFlow } from './flow-layout.js';

interface Props {
  /** What it shows, for readers of the screen. */
  label: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** The node it begins with, at the left. */
  start: string;
  /** The nodes of the way that matters: drawn strong, with what joins them in words. */
  main?: ReadonlySet<string>;
  chosen?: string | undefined;
  /** Address of a node; without it nodes are no links. */
  to?(node: GraphNode): string;
  /** Nodes of one column; what is left out is counted. */
  perColumn?: number;
}

const NONE: ReadonlySet<string> = new Set();
const PER_COLUMN = 8;
const BOX_STYLE = { '--box': `${BOX.width}px`, '--box-height': `${BOX.height}px` };

function placeAt(x: number, y: number) {
  return { '--x': `${x}px`, '--y': `${y}px` };
}

/** A small graph as columns from left to right, or as a list where there is no room for them. */
export function Flow({ label, nodes, edges, start, main = NONE, chosen, to, perColumn = PER_COLUMN }: Props) {
  const layout = useMemo(() => layoutFlow({ nodes, edges, start, main, perColumn }), [nodes, edges, start, main, perColumn]);
  const said = useMemo(
    () => new Map(layout.edges.map(({ edge, near }) => [edge.from === near ? edge.to : edge.from, verb(edge, near)])),
    [layout],
  );
  return (
    <figure class="flow" aria-label={label}>
      <div class="flow-plane" style={{ '--width': `${layout.width}px`, '--height': `${layout.height}px`, ...BOX_STYLE }}>
        <Edges layout={layout} main={main} />
        <ol>
          {layout.columns.map(({ distance, nodes: column, more, moreY }) => (
            <li key={distance}>
              <ul>
                {column.map(({ node, x, y }) => (
                  <li key={node.id} style={placeAt(x, y)}>
                    <span class="flow-verb">{said.get(node.id)} </span>
                    <Box node={node} strong={main.has(node.id)} chosen={chosen === node.id} to={to?.(node)} />
                  </li>
                ))}
                {more !== undefined && (
                  <li class="flow-more" style={placeAt(distance * (BOX.width + BOX.right), moreY)}>
                    {more}
                  </li>
                )}
              </ul>
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

function Edges({ layout, main }: { layout: FlowLayout; main: ReadonlySet<string> }) {
  const isMain = ({ from, to }: GraphEdge) => main.has(from) && main.has(to);
  return (
    <svg width={layout.width} height={layout.height} aria-hidden="true">
      {layout.edges.map(({ edge, near, path, middle }) => (
        <g key={`${edge.from} ${edge.kind} ${edge.to}`} class={isMain(edge) ? 'main' : undefined}>
          <path d={path} />
          {isMain(edge) && (
            <text x={middle.x} y={middle.y - 6} text-anchor="middle">
              {verb(edge, near)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

interface BoxProps {
  node: GraphNode;
  strong: boolean;
  chosen: boolean;
  to: string | undefined;
}

function Box({ node, strong, chosen, to }: BoxProps) {
  const { sign, hue } = nodeLooks[node.kind];
  const name = legible(node.label, 200);
  const inside = (
    <>
      <small>
        <span class={`node-sign ${hue}`} aria-hidden="true">
          {sign}
        </span>{' '}
        {node.kind}
        {node.severity && <span class={`severity ${node.severity}`}> {node.severity}</span>}
      </small>
      <b title={name}>{name}</b>
    </>
  );
  const look = strong ? 'flow-node strong' : 'flow-node';
  return to === undefined ? (
    <span class={look}>{inside}</span>
  ) : (
    <a class={look} href={to} aria-current={chosen ? 'true' : undefined}>
      {inside}
    </a>
  );
}
