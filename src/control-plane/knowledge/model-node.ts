import { type GraphNode, nodeKinds } from '../../model/graph.js';
import { compareSeverity, severities } from '../../model/severity.js';
import { compareText } from '../../support/compare-text.js';

/** A node joined from all sources; details that only its own page shows stay in the database. */
export interface ModelNode extends GraphNode {
  /** Ids of the sources that see it, sorted. */
  sources: readonly string[];
  /** Rank in the order of severities and kinds. */
  rank: number;
  /** Number of open findings about it. */
  open: number;
}

/** What the sources state about a node, joined. */
export type NodeFacts = Omit<ModelNode, 'rank' | 'open'>;

/** The fields that determine a node's position. */
export type NodePlace = Pick<ModelNode, 'rank' | 'id'>;

/** The order in which graphs show nodes: by severity and kind, then by id. */
export function worstNodesFirst(a: NodePlace, b: NodePlace): number {
  return a.rank - b.rank || byNodeId(a, b);
}

export function byNodeId(a: NodePlace, b: NodePlace): number {
  return compareText(a.id, b.id);
}

const BY_SEVERITY = [...severities].sort((a, b) => compareSeverity(b, a));

/** Rank of a node in the order of severities and kinds. */
export function rankOf({ severity = 'none', kind }: Pick<ModelNode, 'severity' | 'kind'>): number {
  return BY_SEVERITY.indexOf(severity) * nodeKinds.length + nodeKinds.indexOf(kind);
}

/** Ranks of a kind's nodes for every severity, worst first. */
export function ranksOf(kind: ModelNode['kind']): number[] {
  return BY_SEVERITY.map((severity) => rankOf({ severity, kind }));
}
