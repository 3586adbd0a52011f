import type { EdgeKind, NodeKind } from '../../model/graph.js';
import type { Severity } from '../../model/severity.js';

/**
 * The data that the reporter writes into the graph page and the page's script reads. Nodes are referred to by index,
 * which takes a third of the space of ids.
 */
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
  /** Only for findings. */
  title?: string;
  fix?: string;
}

/** An exposure path, from the finding to the thing it endangers. */
export interface GraphDataPath {
  nodes: number[];
  /** 0 to 100. */
  score: number;
  why: string;
}
