import type { GraphNode, NodeKind } from '../../model/graph.js';
import type { Severity } from '../../model/severity.js';

/** Fill colours of findings by severity: readable with black text, and distinguishable with colour blindness. */
export const fills: Record<Severity, string> = {
  critical: '#f4a3b5',
  high: '#ffc48a',
  medium: '#ffe28a',
  low: '#b5dcff',
  none: '#e3e3e3',
  unknown: '#dcc6f5',
};

/** Node shapes of Graphviz. */
export const dotShapes: Record<NodeKind, string> = {
  package: 'box',
  server: 'component',
  agent: 'house',
  tool: 'cds',
  credential: 'note',
  skill: 'folder',
  model: 'cylinder',
  network: 'doublecircle',
  entrance: 'invhouse',
  service: 'box3d',
  role: 'diamond',
  data: 'cylinder',
  image: 'tab',
  control: 'hexagon',
  account: 'folder',
  finding: 'octagon',
};

/** Brackets of Mermaid's node shapes. */
export const mermaidShapes: Record<NodeKind, readonly [string, string]> = {
  package: ['[', ']'],
  server: ['[[', ']]'],
  agent: ['([', '])'],
  tool: ['>', ']'],
  credential: ['[/', '/]'],
  skill: ['[\\', '\\]'],
  model: ['[(', ')]'],
  network: ['((', '))'],
  entrance: ['[\\', '/]'],
  service: ['[', ']'],
  role: ['{', '}'],
  data: ['[(', ')]'],
  image: ['[', ']'],
  control: ['{{', '}}'],
  account: ['[[', ']]'],
  finding: ['{{', '}}'],
};

/** What a label says besides the name: the severity of a finding, the kind of any other node. */
export function nodeRemark({ kind, severity }: GraphNode): string {
  return kind === 'finding' ? (severity ?? 'unknown') : kind;
}
