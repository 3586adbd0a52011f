import './flow.css';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { legible } from '../words/legible.js';
import { type GraphEdge, type GraphNode, nodeLooks, verb } from '../words/node.js';
import { type FlowLayout, layoutFlow } from './flow-layout.js';

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
/** Before it is measured. */
const ROOM = 800;

/** A small graph as columns from left to right, or as a list where there is no room for them. */
export function Flow({ label, nodes, edges, start, main = NONE, chosen, to, perColumn = PER_COLUMN }: Props) {
  const frame = useRef<HTMLElement>(null);
  const room = useWidth(frame);
  const layout = useMemo(() => layoutFlow({ nodes, edges, start, main, perColumn, room }), [nodes, edges, start, main, perColumn, room]);
  const verbs = useMemo(
    () => new Map(layout.edges.map(({ edge, near }) => [edge.from === near ? edge.to : edge.from, verb(edge, near)])),
    [layout],
  );
  const { width, height, box } = layout;
  const size = { '--width': `${width}px`, '--height': `${height}px`, '--box': `${box.width}px`, '--box-height': `${box.height}px` };
  return (
    <figure class="flow" aria-label={label} ref={frame}>
      <div class="flow-plane" style={size}>
        <Edges layout={layout} main={main} />
        <ol>
          {layout.columns.map(({ distance, x, nodes: column, more, moreY }) => (
            <li key={distance}>
              <ul>
                {column.map(({ node, y }) => (
                  <li key={node.id} style={{ '--x': `${x}px`, '--y': `${y}px` }}>
                    <Box node={node} verb={verbs.get(node.id)} strong={main.has(node.id)} chosen={chosen === node.id} to={to?.(node)} />
                  </li>
                ))}
                {more !== undefined && (
                  <li class="flow-more" style={{ '--x': `${x}px`, '--y': `${moreY}px` }}>
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

/** Width of an element in pixels, now and whenever it changes. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(ROOM);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    setWidth(current.clientWidth);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width - MARGIN;
}

const MARGIN = 10;

function Edges({ layout, main }: { layout: FlowLayout; main: ReadonlySet<string> }) {
  const isMain = ({ from, to }: GraphEdge) => main.has(from) && main.has(to);
  return (
    <svg width={layout.width} height={layout.height} aria-hidden="true">
      {layout.edges.map(({ edge, path }) => (
        <path key={`${edge.from} ${edge.kind} ${edge.to}`} d={path} class={isMain(edge) ? 'main' : undefined} />
      ))}
    </svg>
  );
}

interface BoxProps {
  node: GraphNode;
  /** How it is joined to what stands before it. */
  verb: string | undefined;
  strong: boolean;
  chosen: boolean;
  to: string | undefined;
}

function Box({ node, verb: joined, strong, chosen, to }: BoxProps) {
  const { sign, hue } = nodeLooks[node.kind];
  const name = legible(node.label, 200);
  const inside = (
    <>
      <small>
        {joined !== undefined && `${joined} `}
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
