import type { Answer } from '../client/call.js';

export type GraphNode = Answer<'getGraph'>['nodes'][number];
export type GraphEdge = Answer<'getGraph'>['edges'][number];
export type NodeKind = GraphNode['kind'];

/** How a kind of node is drawn: one of a few forms, each with a sign for text, and a colour of the tokens. */
interface KindLook {
  many: string;
  sign: string;
  form: 'disc' | 'square' | 'diamond' | 'triangle';
  hue: 'finding' | 'package' | 'server' | 'agent' | 'tool' | 'credential' | 'content' | 'cloud' | 'data';
}

/** The kinds in the order in which an attack goes through them. */
export const nodeLooks: Readonly<Record<NodeKind, KindLook>> = {
  finding: { many: 'findings', sign: '▲', form: 'triangle', hue: 'finding' },
  package: { many: 'packages', sign: '■', form: 'square', hue: 'package' },
  image: { many: 'images', sign: '■', form: 'square', hue: 'content' },
  skill: { many: 'skills', sign: '■', form: 'square', hue: 'content' },
  model: { many: 'models', sign: '◆', form: 'diamond', hue: 'content' },
  server: { many: 'servers', sign: '●', form: 'disc', hue: 'server' },
  agent: { many: 'agents', sign: '◆', form: 'diamond', hue: 'agent' },
  credential: { many: 'credentials', sign: '◆', form: 'diamond', hue: 'credential' },
  tool: { many: 'tools', sign: '▲', form: 'triangle', hue: 'tool' },
  network: { many: 'networks', sign: '●', form: 'disc', hue: 'cloud' },
  entrance: { many: 'entrances', sign: '▲', form: 'triangle', hue: 'cloud' },
  service: { many: 'services', sign: '■', form: 'square', hue: 'cloud' },
  role: { many: 'roles', sign: '◆', form: 'diamond', hue: 'cloud' },
  data: { many: 'data stores', sign: '●', form: 'disc', hue: 'data' },
  account: { many: 'accounts', sign: '■', form: 'square', hue: 'data' },
  control: { many: 'controls', sign: '▲', form: 'triangle', hue: 'data' },
};

export const kindOrder = Object.keys(nodeLooks) as NodeKind[];

/** What an edge says when it is read from its end. */
const AGAINST: Readonly<Record<GraphEdge['kind'], string>> = {
  uses: 'used by',
  runs: 'run by',
  depends_on: 'needed by',
  holds: 'held by',
  offers: 'offered by',
  affects: 'affected by',
  contains: 'part of',
  instructs: 'instructed by',
  reaches: 'reached from',
  assumes: 'assumed by',
  reads: 'read by',
  writes: 'written by',
  administers: 'administered by',
};

/** An edge in words, as read from one of its ends: `depends on`, `needed by`. */
export function verb({ from, kind }: Pick<GraphEdge, 'from' | 'kind'>, readFrom: string = from): string {
  return readFrom === from ? kind.replaceAll('_', ' ') : AGAINST[kind];
}

/** What is found first: the worst kinds of an attack's way, then the label. */
export function compareNodes(a: GraphNode, b: GraphNode): number {
  return kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || (a.label < b.label ? -1 : a.label > b.label ? 1 : a.id < b.id ? -1 : 1);
}
