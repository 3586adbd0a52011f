import type { ScanReport } from '../../model/report.js';
import { safeText } from '../../support/terminal.js';
import type { GraphData } from '../browser/graph-data.js';
import { markup } from '../escape.js';
import { browserText } from '../page/browser-text.js';
import { dataBlock, pageFrame } from '../page/page.js';
import { signs } from '../page/signs.js';
import { scannedText } from '../words.js';

/** Style and script of the page, for pages that embed it. */
export const graphPage = { style: browserText.graphStyle, script: browserText.graphScript };

/** The page in pieces. The reader can search, filter, and click a node to see its neighbours and paths. */
export function* renderGraphPage(report: ScanReport): Generator<string> {
  const { start, end } = pageFrame({ title: `Castellan graph: ${scannedText(report).slice(0, 200)}`, ...graphPage });
  yield start;
  yield body(report);
  yield dataBlock('data', pageData(report));
  yield end;
}

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none', 'unknown'];

function body(report: ScanReport): string {
  const { graph, verdict } = report;
  const boxes = SEVERITIES.map(
    (word) =>
      `<label><input type="checkbox" name="severity" value="${word}"${word === 'none' ? '' : ' checked'}><span class="sev ${word}">${signs[word]} ${word}</span></label>`,
  );
  return `<header>
<h1>Castellan <span class="soft">${markup(scannedText(report).slice(0, 120))} · ${verdict.outcome} · ${graph.nodes.length} nodes, ${graph.edges.length} edges</span></h1>
<form id="filters"><label>Search <input type="search" id="search" placeholder="name or id ( / )" autocomplete="off"></label>
<fieldset><legend>Findings</legend>${boxes.join('')}</fieldset>
<label><input type="checkbox" id="paths"> exposure paths only</label></form>
</header>
<main><canvas id="canvas" tabindex="0" aria-label="Graph; the list beside it holds the same nodes"></canvas>
<aside id="panel" aria-live="polite"></aside>
<div id="legend"></div>
<div id="tools"><button id="in" title="closer">+</button><button id="out" title="further">−</button><button id="fit" title="show all">fit</button></div></main>
<noscript><p>This page draws with its script; the JSON report holds the same graph.</p></noscript>
`;
}

/** The page's data. Edges and paths to nodes that the report lacks are left out. */
function pageData({ graph, exposure_paths: paths, findings }: ScanReport): GraphData {
  const positions = new Map(graph.nodes.map((node, index) => [node.id, index]));
  const at = (id: string) => positions.get(id) ?? -1;
  const byFingerprint = new Map(findings.map((finding) => [finding.fingerprint, finding]));
  return {
    nodes: graph.nodes.map(({ id, label, kind, severity }) => {
      const finding = kind === 'finding' ? byFingerprint.get(id) : undefined;
      const details = finding && { title: safeText(finding.title), fix: safeText(finding.fix) };
      return { id: safeText(id), label: safeText(label), kind, ...(severity && { severity }), ...details };
    }),
    edges: graph.edges
      .map(({ from, to, kind }): GraphData['edges'][number] => [at(from), at(to), kind])
      .filter(([from, to]) => from !== -1 && to !== -1),
    paths: paths.map(({ nodes, score, why }) => ({ nodes: nodes.map(at).filter((index) => index !== -1), score, why: safeText(why) })),
  };
}
