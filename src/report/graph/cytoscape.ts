import { safeJson } from '../../support/terminal.js';
import { prettyJson } from '../json/pretty.js';
import type { Reporter } from '../reporter.js';

/** The whole graph in the format that Cytoscape.js and the Cytoscape desktop program import. */
const reporter: Reporter = {
  *render({ graph }) {
    const nodes = graph.nodes.map(({ id, label, kind, severity }) => ({ data: { id, label, kind, ...(severity && { severity }) } }));
    const edges = graph.edges.map(({ from, to, kind }, index) => ({ data: { id: `e${index}`, source: from, target: to, kind } }));
    for (const piece of prettyJson({ elements: { nodes, edges } })) yield safeJson(piece);
  },
};

export default reporter;
