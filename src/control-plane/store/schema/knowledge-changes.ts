/** The ends and the kind of an edge. */
export type EdgeKey = readonly [from: string, to: string, kind: string];

/** What a transaction changed in the tenant's findings and graph. */
export interface KnowledgeChanges {
  /** Ids. */
  findings: readonly string[];
  /** Components and subjects that these findings are about, or were about before. */
  refs: readonly string[];
  /** Ids. */
  nodes: readonly string[];
  edges: readonly EdgeKey[];
}
