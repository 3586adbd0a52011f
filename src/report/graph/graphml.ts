import type { Graph } from '../../model/graph.js';
import { markup } from '../escape.js';
import type { Reporter } from '../reporter.js';

const KEYS = ['label', 'kind', 'severity']
  .map((name) => `  <key id="${name}" for="node" attr.name="${name}" attr.type="string"/>\n`)
  .join('');

/** A graph as GraphML 1.0. */
export function* graphMl({ nodes, edges }: Graph): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  yield `${KEYS}  <key id="relation" for="edge" attr.name="kind" attr.type="string"/>\n  <graph id="castellan" edgedefault="directed">\n`;
  for (const { id, label, kind, severity } of nodes) {
    const rated = severity === undefined ? '' : `<data key="severity">${severity}</data>`;
    yield `    <node id="${markup(id)}"><data key="label">${markup(label)}</data><data key="kind">${kind}</data>${rated}</node>\n`;
  }
  for (const [index, { from, to, kind }] of edges.entries()) {
    yield `    <edge id="e${index}" source="${markup(from)}" target="${markup(to)}"><data key="relation">${kind}</data></edge>\n`;
  }
  yield '  </graph>\n</graphml>\n';
}

/** The whole graph as GraphML 1.0, for yEd, Gephi, networkx and similar programs. */
const reporter: Reporter = { render: ({ graph }) => graphMl(graph) };

export default reporter;
