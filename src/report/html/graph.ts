import type { ScanReport } from '../../model/report.js';
import { renderGraphPage } from '../graph/graph-page.js';

/** The most nodes that are drawn well in a frame beside the tables; larger graphs have a page of their own. */
const MAX_NODES = 3_000;

/**
 * A page as an attribute's value. Unlike `markup` it keeps line feeds, because the hash of the page's script depends on
 * them.
 */
function attributeText(page: string): string {
  return page.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The graph page in a sandboxed frame: it may run its script, but has an origin of its own and cannot touch the report.
 * Nothing when the graph has no edges.
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
