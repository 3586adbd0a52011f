import type { Reporter } from './reporter.js';

/**
 * The use of a format: printed for a person or a CI job, kept as a document, fed to another program as figures, or
 * drawn as a graph.
 */
type FormatKind = 'terminal' | 'document' | 'feed' | 'graph';

/** What the command line, the API and the docs need to know of a format, without the code that renders it. */
interface ReporterEntry {
  /** The value of `--format`. */
  readonly id: string;
  readonly title: string;
  readonly kind: FormatKind;
  /** Extension of files written into a folder, without the leading dot: `sarif.json`. */
  readonly extension: string;
  readonly mediaType: string;
  /** True when a program reads the format; stdout must then hold nothing else. */
  readonly machine: boolean;
  load(): Promise<{ default: Reporter }>;
}

/** All formats in the order of help and documentation. Each is loaded on first use. */
export const reporters = [
  {
    id: 'console',
    kind: 'terminal',
    title: 'Console: for people at a terminal',
    extension: 'txt',
    mediaType: 'text/plain',
    machine: false,
    load: () => import('./console/console.js'),
  },
  {
    id: 'plain',
    kind: 'feed',
    title: 'Plain: one line a finding, for grep',
    extension: 'plain.txt',
    mediaType: 'text/plain',
    machine: true,
    load: () => import('./plain.js'),
  },
  {
    id: 'json',
    kind: 'document',
    title: 'JSON: the whole report, by a published schema',
    extension: 'json',
    mediaType: 'application/json',
    machine: true,
    load: () => import('./json/json.js'),
  },
  {
    id: 'sarif',
    kind: 'document',
    title: 'SARIF 2.1.0: for code scanning',
    extension: 'sarif',
    mediaType: 'application/sarif+json',
    machine: true,
    load: () => import('./sarif/sarif.js'),
  },
  {
    id: 'cyclonedx',
    kind: 'document',
    title: 'CycloneDX 1.6: SBOM with vulnerabilities and VEX',
    extension: 'cdx.json',
    mediaType: 'application/json',
    machine: true,
    load: () => import('./sbom/cyclonedx.js'),
  },
  {
    id: 'spdx',
    kind: 'document',
    title: 'SPDX 2.3: SBOM',
    extension: 'spdx.json',
    mediaType: 'application/json',
    machine: true,
    load: () => import('./sbom/spdx.js'),
  },
  {
    id: 'openvex',
    kind: 'document',
    title: 'OpenVEX 0.2.0: a statement a vulnerability',
    extension: 'openvex.json',
    mediaType: 'application/json',
    machine: true,
    load: () => import('./sbom/openvex.js'),
  },
  {
    id: 'junit',
    kind: 'document',
    title: 'JUnit XML: for build systems',
    extension: 'junit.xml',
    mediaType: 'application/xml',
    machine: true,
    load: () => import('./junit.js'),
  },
  {
    id: 'csv',
    kind: 'document',
    title: 'CSV: a row a finding, safe to open in a spreadsheet',
    extension: 'csv',
    mediaType: 'text/csv',
    machine: true,
    load: () => import('./csv.js'),
  },
  {
    id: 'markdown',
    kind: 'document',
    title: 'Markdown: for a pull-request comment',
    extension: 'md',
    mediaType: 'text/markdown',
    machine: true,
    load: () => import('./markdown.js'),
  },
  {
    id: 'html',
    kind: 'document',
    title: 'HTML: one page, sortable, without network',
    extension: 'html',
    mediaType: 'text/html',
    machine: true,
    load: () => import('./html/html.js'),
  },
  {
    id: 'github',
    kind: 'terminal',
    title: 'GitHub annotations: workflow commands',
    extension: 'github.txt',
    mediaType: 'text/plain',
    machine: true,
    load: () => import('./github.js'),
  },
  {
    id: 'gitlab-code-quality',
    kind: 'feed',
    title: 'GitLab Code Quality: findings at the lines of a merge request',
    extension: 'gl-code-quality.json',
    mediaType: 'application/json',
    machine: true,
    load: () => import('./gitlab-code-quality.js'),
  },
  {
    id: 'gitlab-dependency-scanning',
    kind: 'feed',
    title: "GitLab dependency scanning: what packages have, by GitLab's schema",
    extension: 'gl-dependency-scanning.json',
    mediaType: 'application/json',
    machine: true,
    load: () => import('./gitlab-dependency-scanning.js'),
  },
  {
    id: 'prometheus',
    kind: 'feed',
    title: 'Prometheus: for the textfile collector',
    extension: 'prom',
    mediaType: 'text/plain',
    machine: true,
    load: () => import('./prometheus.js'),
  },
  {
    id: 'badge',
    kind: 'feed',
    title: 'Badge: JSON for the endpoint of shields.io',
    extension: 'badge.json',
    mediaType: 'application/json',
    machine: true,
    load: () => import('./badge.js'),
  },
  {
    id: 'graph',
    kind: 'graph',
    title: 'Graph: Cytoscape JSON',
    extension: 'graph.json',
    mediaType: 'application/json',
    machine: true,
    load: () => import('./graph/cytoscape.js'),
  },
  {
    id: 'graphml',
    kind: 'graph',
    title: 'Graph: GraphML',
    extension: 'graphml',
    mediaType: 'application/xml',
    machine: true,
    load: () => import('./graph/graphml.js'),
  },
  {
    id: 'dot',
    kind: 'graph',
    title: 'Graph: Graphviz DOT',
    extension: 'dot',
    mediaType: 'text/plain',
    machine: true,
    load: () => import('./graph/dot.js'),
  },
  {
    id: 'mermaid',
    kind: 'graph',
    title: 'Graph: Mermaid flowchart',
    extension: 'mmd',
    mediaType: 'text/plain',
    machine: true,
    load: () => import('./graph/mermaid.js'),
  },
  {
    id: 'graph-html',
    kind: 'graph',
    title: 'Graph: one page to explore, without network',
    extension: 'graph.html',
    mediaType: 'text/html',
    machine: true,
    load: () => import('./graph/graph-html.js'),
  },
] as const satisfies readonly ReporterEntry[];

type AnyReporter = (typeof reporters)[number];

export type ReportFormat = AnyReporter['id'];

/** The ids of the formats of a kind. */
export type FormatOf<K extends FormatKind> = Extract<AnyReporter, { kind: K }>['id'];

/** The ids of all formats, in order. */
export const reportFormats: readonly ReportFormat[] = reporters.map(({ id }) => id);

const kinds: ReadonlyMap<string, FormatKind> = new Map(reporters.map(({ id, kind }) => [id, kind]));

/** The ids of the formats of these kinds, grouped by kind. */
export function formatsOf<K extends FormatKind>(...wanted: readonly K[]): FormatOf<K>[] {
  return wanted.flatMap((kind) => reportFormats.filter((id): id is FormatOf<K> => kinds.get(id) === kind));
}
