import { type GraphNode, nodeKinds } from '../../model/graph.js';
import { compareSeverity, severities } from '../../model/severity.js';
import { compareText } from '../../support/compare-text.js';

/** A node as all sources together know it; what only a look at it shows stays in the database. */
export interface ModelNode extends GraphNode {
  /** Ids of the sources that see it, sorted. */
  sources: readonly string[];
  /** Place in the order of severities and kinds. */
  rank: number;
  /** How often open findings name it. */
  open: number;
}

/** What sources say of a node, joined. */
export type NodeFacts = Omit<ModelNode, 'rank' | 'open'>;

/** What of a node its place in an order turns on. */
export type NodePlace = Pick<ModelNode, 'rank' | 'id'>;

/** As graphs show nodes: by severity and kind, then by id. */
export function worstNodesFirst(a: NodePlace, b: NodePlace): number {
  return a.rank - b.rank || byNodeId(a, b);
}

export function byNodeId(a: NodePlace, b: NodePlace): number {
  return compareText(a.id, b.id);
}

const BY_SEVERITY = [...severities].sort((a, b) => compareSeverity(b, a));

/** Place of a node in the order of severities and kinds. */
export function rankOf({ severity = 'none', kind }: Pick<ModelNode, 'severity' | 'kind'>): number {
  return BY_SEVERITY.indexOf(severity) * nodeKinds.length + nodeKinds.indexOf(kind);
}

/** Places of a kind's nodes of any severity, worst first. */
export function ranksOf(kind: ModelNode['kind']): number[] {
  return BY_SEVERITY.map((severity) => rankOf({ severity, kind }));
}
