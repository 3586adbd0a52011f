import { useMemo } from 'preact/hooks';
import type { Answer } from '../../client/call.js';
import type { Problem } from '../../client/problem.js';
import { useAsk, useAskEach } from '../../client/queries.js';
import { type GraphEdge, type GraphNode, kindOrder, type NodeKind } from '../../words/node.js';
import type { GraphAddress } from './address.js';

export type ExposurePath = Answer<'listExposurePaths'>['items'][number];

/** The most nodes of the whole graph that are drawn. */
export const MOST_NODES = 5000;
const MOST_AROUND = 500;

/** A part of the graph as it is shown. */
export interface Picture {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** Node that it begins with. */
  start: string;
  /** Nodes of the way that matters. */
  main: ReadonlySet<string>;
  /** How many nodes of it the API left out. */
  left: number;
  /** Nodes of each kind, hidden ones too. */
  kinds: ReadonlyMap<NodeKind, number>;
}

interface Part {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  start?: string;
  main?: readonly string[];
  left: number;
}

interface Asked {
  part: Part | undefined;
  error: Problem | null;
  refetch(): unknown;
}

/** What the address asks to see, joined with what was grown, without hidden kinds. */
export function usePicture(address: GraphAddress, path: ExposurePath | undefined): { picture: Picture | undefined; asked: Asked } {
  const base = useBase(address, path);
  const grown = useAskEach(
    'getNode',
    address.grow.map((node_id) => ({ params: { node_id }, query: { depth: 1, limit: MOST_AROUND } })),
  );
  const answers = grown.map(({ data }) => data);
  const settled = answers.filter((answer) => answer !== undefined);
  const picture = useMemo(() => base.part && join(base.part, settled, address.hide), [base.part, address.hide, ...padded(answers)]);
  return { picture, asked: base };
}

const MOST_GROWN = 20;

/** A list of dependencies must not change its length. */
function padded<T>(list: readonly T[]): readonly (T | undefined)[] {
  return Array.from({ length: MOST_GROWN }, (_, at) => list[at]);
}

function useBase(address: GraphAddress, path: ExposurePath | undefined): Asked {
  const { of, from = '', until = '', source_id } = address;
  const whole = useAsk('getGraph', { query: { limit: MOST_NODES, source_id } }, { enabled: of === 'all' });
  const around = useAsk(
    'getNode',
    { params: { node_id: from }, query: { depth: 1, limit: MOST_AROUND } },
    { enabled: of === 'around' && from !== '' },
  );
  const impact = useAsk('getImpact', { params: { node_id: from }, query: { limit: 2000 } }, { enabled: of === 'impact' && from !== '' });
  const way = useAsk('findPath', { query: { from, to: until } }, { enabled: of === 'way' && from !== '' && until !== '' });
  const server = path?.nodes.findLast(({ kind }) => kind === 'server')?.id ?? '';
  const reach = useAsk(
    'getNode',
    { params: { node_id: server }, query: { depth: 1, limit: MOST_AROUND } },
    { enabled: of === undefined && server !== '' },
  );
  const asks = { all: whole, around, impact, way }[of ?? ''] ?? reach;
  const part = useMemo((): Part | undefined => {
    if (of === 'all') return whole.data && { ...whole.data, left: leftOf(whole.data) };
    if (of === 'around')
      return around.data && { ...around.data, start: around.data.node.id, main: [around.data.node.id], left: leftOf(around.data) };
    if (of === 'impact') return impact.data && impactPart(impact.data);
    if (of === 'way') return way.data && wayPart(way.data);
    return path && pathPart(path, reach.data);
  }, [of, whole.data, around.data, impact.data, way.data, reach.data, path]);
  return { part, error: asks.error, refetch: asks.refetch };
}

function leftOf({ total_nodes, nodes }: { total_nodes: number; nodes: readonly unknown[] }): number {
  return Math.max(0, total_nodes - nodes.length);
}

function impactPart({ node, items, total }: Answer<'getImpact'>): Part {
  return {
    nodes: [node, ...items.map((item) => item.node)],
    edges: items.flatMap(({ edge }) => edge ?? []),
    start: node.id,
    main: [node.id],
    left: total - items.length,
  };
}

function wayPart({ steps }: Answer<'findPath'>): Part {
  const nodes = steps.map(({ node }) => node);
  return { nodes, edges: steps.flatMap(({ edge }) => edge ?? []), ...startOf(nodes), main: nodes.map(({ id }) => id), left: 0 };
}

/** Of what is around the server: who uses it, and what it holds and offers. */
const BEYOND: ReadonlySet<NodeKind> = new Set(['agent', 'credential', 'tool']);

function pathPart({ nodes, edges }: ExposurePath, around: Answer<'getNode'> | undefined): Part {
  const main = nodes.map(({ id }) => id);
  const beyond = around?.nodes.filter(({ id, kind }) => BEYOND.has(kind) && !main.includes(id)) ?? [];
  const shown = new Set([...main, ...beyond.map(({ id }) => id)]);
  const joined = around?.edges.filter(({ from, to }) => shown.has(from) && shown.has(to)) ?? [];
  return { nodes: [...nodes, ...beyond], edges: [...edges, ...joined], ...startOf(nodes), main, left: around ? leftOf(around) : 0 };
}

function startOf([first]: readonly GraphNode[]): { start?: string } {
  return first ? { start: first.id } : {};
}

function join(base: Part, grown: readonly Answer<'getNode'>[], hide: ReadonlySet<string>): Picture {
  const parts: Part[] = [base, ...grown.map((one) => ({ nodes: one.nodes, edges: one.edges, left: leftOf(one) }))];
  const all = new Map(parts.flatMap(({ nodes }) => nodes.map((node) => [node.id, node] as const)));
  const kinds = new Map<NodeKind, number>();
  for (const { kind } of all.values()) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const nodes = [...all.values()].filter(({ kind }) => !hide.has(kind));
  const shown = new Set(nodes.map(({ id }) => id));
  const edges = new Map<string, GraphEdge>();
  for (const edge of parts.flatMap((part) => part.edges))
    if (shown.has(edge.from) && shown.has(edge.to)) edges.set(`${edge.from}\n${edge.kind}\n${edge.to}`, edge);
  return {
    nodes,
    edges: [...edges.values()],
    start: base.start ?? nodes[0]?.id ?? '',
    main: new Set(base.main ?? []),
    left: parts.reduce((sum, { left }) => sum + left, 0),
    kinds: new Map([...kinds].sort(([a], [b]) => kindOrder.indexOf(a) - kindOrder.indexOf(b))),
  };
}
