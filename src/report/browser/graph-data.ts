import type { EdgeKind, NodeKind } from '../../model/graph.js';
import type { Severity } from '../../model/severity.js';

/** What the reporter writes into the graph page and its script reads. Nodes are named by their index: a third of the size of ids. */
export interface GraphData {
  nodes: GraphDataNode[];
  edges: [from: number, to: number, kind: EdgeKind][];
  paths: GraphDataPath[];
}

export interface GraphDataNode {
  id: string;
  label: string;
  kind: NodeKind;
  severity?: Severity;
  /** Of a finding. */
  title?: string;
  fix?: string;
}

/** An exposure path, from the finding to what it endangers. */
export interface GraphDataPath {
  nodes: number[];
  /** 0 to 100. */
  score: number;
  why: string;
}
