import type { ScanReport } from '../../model/report.js';
import { renderGraphPage } from '../graph/graph-page.js';

/** Nodes a frame beside the tables still draws well; larger graphs have a page of their own. */
const MAX_NODES = 3_000;

/** A page as the value of an attribute; unlike `markup` it keeps line feeds, on which the hash of its script depends. */
function attributeText(page: string): string {
  return page.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The graph page in a frame that may run its script and nothing else: it has an origin of its own and cannot touch the report.
 * Nothing where nothing is joined.
 */
export function* graphSection(report: ScanReport): Generator<string> {
  const { nodes, edges } = report.graph;
  if (edges.length === 0) return;
  yield '<section><h2>Graph</h2>\n';
  if (nodes.length > MAX_NODES) yield `<p class="soft">${nodes.length} nodes are too many for this page: --format graph-html.</p>`;
  else {
    yield '<iframe class="graph" title="Graph of agents, servers, packages and findings" sandbox="allow-scripts" loading="lazy" srcdoc="';
    for (const piece of renderGraphPage(report)) yield attributeText(piece);
    yield '"></iframe>';
  }
  yield '</section>\n';
}
