import type { ScanReport } from '../../src/model/report.js';
import type { FormatOf, ReportFormat } from '../../src/report/registry.js';

/** Length of a list that may be none. */
export const size = (list: ArrayLike<unknown> | null | undefined) => list?.length ?? 0;

/** Formats that list no findings, or draw them for people. */
type Uncounted = 'console' | 'spdx' | 'badge' | FormatOf<'graph'>;

/** Findings that a format shows: every one, those that count, those of packages, and those of packages that count. */
type Shown = 'all' | 'active' | 'component' | 'dependency';

/** How many findings a rendering shows, read back from its text; `active` formats leave suppressed ones out. */
export const counters = {
  plain: { of: 'all', count: (text) => size(text.match(/^(?:malicious|critical|high|medium|low|none|unknown)\t/gm)) },
  json: { of: 'all', count: (text) => size(JSON.parse(text).findings) },
  sarif: { of: 'all', count: (text) => size(JSON.parse(text).runs[0].results) },
  cyclonedx: { of: 'all', count: (text) => size(JSON.parse(text).vulnerabilities) },
  openvex: { of: 'component', count: (text) => size(JSON.parse(text).statements) },
  junit: { of: 'all', count: (text) => size(text.match(/<(?:failure|skipped) /g)) },
  csv: { of: 'all', count: (text) => size(text.trimEnd().split('\n')) - 1 },
  markdown: { of: 'active', count: (text) => size(text.match(/^\| \*\*/gm)) },
  html: { of: 'all', count: (text) => size(text.match(/ data-rank="/g)) },
  github: { of: 'active', count: (text) => size(text.match(/title=[^:]*\((?:malicious|critical|high|medium|low|none|unknown)\)::/g)) },
  'gitlab-code-quality': {
    of: 'active',
    count: (text) => size(JSON.parse(text).filter(({ check_name }: { check_name: string }) => !check_name.startsWith('castellan-'))),
  },
  'gitlab-dependency-scanning': { of: 'dependency', count: (text) => size(JSON.parse(text).vulnerabilities) },
  prometheus: {
    of: 'active',
    count: (text) => [...text.matchAll(/^castellan_findings\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0),
  },
} satisfies Record<Exclude<ReportFormat, Uncounted>, { of: Shown; count: (text: string) => number }>;

/** The formats that can be counted. */
export const counted = Object.keys(counters) as (keyof typeof counters)[];

/** How many findings a format that shows these should have. */
export function expected(report: ScanReport, of: Shown): number {
  const refs = new Set(report.components.map((component) => component.ref));
  return report.findings.filter((finding) => {
    const isOfComponent = finding.component !== undefined && refs.has(finding.component);
    if (of === 'component') return isOfComponent;
    if (of === 'dependency') return isOfComponent && finding.suppressed === undefined;
    return of === 'all' || finding.suppressed === undefined;
  }).length;
}
