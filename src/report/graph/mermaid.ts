import type { Graph, GraphEdge, GraphNode } from '../../model/graph.js';
import type { ScanReport } from '../../model/report.js';
import { safeText, truncate } from '../../support/terminal.js';
import type { Reporter } from '../reporter.js';
import { fills, mermaidShapes, nodeRemark } from './drawing.js';

/** Limits within the defaults of renderers (GitHub: 500 edges, 50 000 characters). */
const MAX_NODES = 200;
const MAX_EDGES = 450;

/**
 * The graph as a Mermaid flowchart, which GitHub and GitLab draw in Markdown. For a large graph, only the exposure
 * paths are shown.
 */
const reporter: Reporter = {
  *render(report) {
    const { nodes, edges } = excerpt(report);
    const names = new Map(nodes.map((node, index) => [node.id, `n${index}`]));
    yield 'flowchart LR\n';
    const left = report.graph.nodes.length - nodes.length;
    if (left > 0) yield `  %% ${left} of ${report.graph.nodes.length} nodes are left out; --format graph-html shows all\n`;
    for (const node of nodes) yield `  ${names.get(node.id)}${shaped(node)}\n`;
    for (const { from, to, kind } of edges) yield `  ${names.get(from)} -->|${kind}| ${names.get(to)}\n`;
    for (const [severity, fill] of Object.entries(fills)) yield `  classDef ${severity} fill:${fill},stroke:#555,color:#000\n`;
    for (const node of nodes) if (node.severity !== undefined) yield `  class ${names.get(node.id)} ${node.severity}\n`;
  },
};

function shaped(node: GraphNode): string {
  const [open, close] = mermaidShapes[node.kind];
  return `${open}"${entities(truncate(safeText(node.label), 60))}<br/>${nodeRemark(node)}"${close}`;
}

/** Mermaid's own entity codes (`#35;`), so that markup and links of the evidence have no effect. */
function entities(text: string): string {
  return text.replace(/[^\p{L}\p{N} ./@_,=+-]/gu, (char) => `#${char.codePointAt(0)};`);
}

/** Chooses nodes up to the limit: those of exposure paths first, then agents and servers, then the others in order. */
function excerpt({ graph, exposure_paths: paths }: ScanReport): Graph {
  const onPath = new Set(paths.flatMap((path) => path.nodes));
  const rank = (node: GraphNode) => (onPath.has(node.id) ? 0 : node.kind === 'agent' || node.kind === 'server' ? 1 : 2);
  const ranked = graph.nodes.map((node, index) => ({ node, index })).sort((a, b) => rank(a.node) - rank(b.node) || a.index - b.index);
  const nodes = ranked.slice(0, MAX_NODES).map(({ node }) => node);
  const kept = new Set(nodes.map((node) => node.id));
  const edges = graph.edges.filter((edge: GraphEdge) => kept.has(edge.from) && kept.has(edge.to)).slice(0, MAX_EDGES);
  return { nodes, edges };
}

export default reporter;
