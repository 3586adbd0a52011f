import type { Reporter } from './reporter.js';

/** A format as the registry knows it: what `--format` and docs need, without the code that renders. */
interface ReporterEntry extends Omit<Reporter, 'render'> {
  load(): Promise<{ default: Reporter }>;
}

/** All formats, in the order of the documentation. Each loads on first use; `id`, `extension` and `machine` are those of the module. */
export const reporters = [
  {
    id: 'console',
    title: 'Console: for people at a terminal',
    extension: 'txt',
    machine: false,
    load: () => import('./console/console.js'),
  },
  { id: 'plain', title: 'Plain: one line a finding, for grep', extension: 'plain.txt', machine: true, load: () => import('./plain.js') },
  {
    id: 'json',
    title: 'JSON: the whole report, by a published schema',
    extension: 'json',
    machine: true,
    load: () => import('./json/json.js'),
  },
  { id: 'sarif', title: 'SARIF 2.1.0: for code scanning', extension: 'sarif', machine: true, load: () => import('./sarif/sarif.js') },
  {
    id: 'cyclonedx',
    title: 'CycloneDX 1.6: SBOM with vulnerabilities and VEX',
    extension: 'cdx.json',
    machine: true,
    load: () => import('./sbom/cyclonedx.js'),
  },
  { id: 'spdx', title: 'SPDX 2.3: SBOM', extension: 'spdx.json', machine: true, load: () => import('./sbom/spdx.js') },
  {
    id: 'openvex',
    title: 'OpenVEX 0.2.0: a statement a vulnerability',
    extension: 'openvex.json',
    machine: true,
    load: () => import('./sbom/openvex.js'),
  },
  { id: 'junit', title: 'JUnit XML: for build systems', extension: 'junit.xml', machine: true, load: () => import('./junit.js') },
  {
    id: 'csv',
    title: 'CSV: a row a finding, safe to open in a spreadsheet',
    extension: 'csv',
    machine: true,
    load: () => import('./csv.js'),
  },
  { id: 'markdown', title: 'Markdown: for a pull-request comment', extension: 'md', machine: true, load: () => import('./markdown.js') },
  {
    id: 'html',
    title: 'HTML: one page, sortable, without network',
    extension: 'html',
    machine: true,
    load: () => import('./html/html.js'),
  },
  {
    id: 'github',
    title: 'GitHub annotations: workflow commands',
    extension: 'github.txt',
    machine: true,
    load: () => import('./github.js'),
  },
  {
    id: 'prometheus',
    title: 'Prometheus: for the textfile collector',
    extension: 'prom',
    machine: true,
    load: () => import('./prometheus.js'),
  },
  {
    id: 'badge',
    title: 'Badge: JSON for the endpoint of shields.io',
    extension: 'badge.json',
    machine: true,
    load: () => import('./badge.js'),
  },
  { id: 'graph', title: 'Graph: Cytoscape JSON', extension: 'graph.json', machine: true, load: () => import('./graph/cytoscape.js') },
  { id: 'graphml', title: 'Graph: GraphML', extension: 'graphml', machine: true, load: () => import('./graph/graphml.js') },
  { id: 'dot', title: 'Graph: Graphviz DOT', extension: 'dot', machine: true, load: () => import('./graph/dot.js') },
  { id: 'mermaid', title: 'Graph: Mermaid flowchart', extension: 'mmd', machine: true, load: () => import('./graph/mermaid.js') },
  {
    id: 'graph-html',
    title: 'Graph: one page to explore, without network',
    extension: 'graph.html',
    machine: true,
    load: () => import('./graph/graph-html.js'),
  },
] as const satisfies readonly ReporterEntry[];

export type ReportFormat = (typeof reporters)[number]['id'];
