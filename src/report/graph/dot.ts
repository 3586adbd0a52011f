import type { GraphNode } from '../../model/graph.js';
import { safeText, truncate } from '../../support/terminal.js';
import type { Reporter } from '../reporter.js';
import { dotShapes, fills, nodeRemark } from './drawing.js';

/** The whole graph for Graphviz: `dot -Tsvg`, or `sfdp -Tsvg` for large ones. */
const reporter: Reporter = {
  *render({ graph }) {
    yield 'digraph castellan {\n  rankdir=LR;\n  node [fontname="sans-serif", style=filled, fillcolor="#f4f4f4"];\n  edge [fontname="sans-serif", fontsize=9];\n';
    for (const node of graph.nodes) yield `  ${quoted(node.id)} [${attributes(node)}];\n`;
    for (const { from, to, kind } of graph.edges) yield `  ${quoted(from)} -> ${quoted(to)} [label=${kind}];\n`;
    yield '}\n';
  },
};

function attributes(node: GraphNode): string {
  const label = `${escaped(truncate(safeText(node.label), 80))}\\n${nodeRemark(node)}`;
  const fill = node.severity === undefined ? '' : `, fillcolor="${fills[node.severity]}"`;
  return `label="${label}", shape=${dotShapes[node.kind]}${fill}`;
}

function quoted(id: string): string {
  return `"${escaped(safeText(id))}"`;
}

/** Doubles backslashes: in DOT's quoted strings a backslash starts an escape such as `\\N` (the node's name). */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

export default reporter;
