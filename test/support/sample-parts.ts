import type { Component } from '../../src/model/component.js';
import type { Finding } from '../../src/model/finding.js';
import { REPORT_SCHEMA_VERSION, type ScanReport } from '../../src/model/report.js';
import { severities } from '../../src/model/severity.js';

/** A component of npm; `over` replaces what a test cares about. */
export function sampleComponent(name: string, version: string | null, over: Partial<Component> = {}): Component {
  const ref = `pkg:npm/${name.replace('@', '%40')}${version === null ? '' : `@${version}`}`;
  return {
    ref,
    purl: ref,
    ecosystem: 'npm',
    name,
    version,
    scope: 'prod',
    direct: true,
    resolved: version !== null,
    locations: [{ path: 'package-lock.json', line: 7, line_hash: '39fa2ee980eb94b0' }],
    dependencies: [],
    licenses: ['MIT'],
    ...over,
  };
}

/** A finding on a component, complete enough for every format. */
export function sampleFinding(id: string, component: Component | undefined, over: Partial<Finding> = {}): Finding {
  return {
    fingerprint: `fp1:${id}:${component?.ref ?? over.subject ?? 'none'}`,
    kind: 'vulnerability',
    id,
    aliases: [],
    advisories: [id],
    severity: 'high',
    score: 7.5,
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
    confidence: 'high',
    ...(component && { component: component.ref }),
    locations: component?.locations ?? [{ path: 'package-lock.json', line: 3 }],
    match: { ecosystem: 'npm', name: component?.name ?? 'none', range: 'introduced 0 fixed 4.17.21', event: 'introduced 0' },
    fixed_version: '4.17.21',
    kev: 'not_listed',
    epss: { score: 0.0123, percentile: 0.7 },
    cwes: ['CWE-400'],
    title: `Denial of service in ${component?.name ?? 'it'}`,
    why: 'A crafted header keeps one core busy; the package answers requests from the network here.',
    fix: 'Upgrade to 4.17.21: `npm install lodash@4.17.21`',
    references: [`https://osv.example/${id}`],
    published: '2026-01-05T00:00:00Z',
    ...over,
  };
}

/** A report with these parts; counts and verdict as a scan would make them. */
export function sampleReport(parts: Partial<ScanReport>): ScanReport {
  const findings = parts.findings ?? [];
  const active = findings.filter((finding) => finding.suppressed === undefined);
  const number = (test: (finding: Finding) => boolean) => active.filter(test).length;
  const bySeverity = severities.map((severity) => [severity, number((finding) => finding.severity === severity)]);
  const critical = active.filter((finding) => finding.severity === 'critical');
  const gates =
    critical.length === 0
      ? []
      : [
          {
            gate: 'severity' as const,
            reason: `${critical.length} at or above critical`,
            findings: critical.map((finding) => finding.fingerprint),
          },
        ];
  return {
    schema_version: REPORT_SCHEMA_VERSION,
    tool: { name: 'castellan', version: '0.1.0' },
    scan_run: {
      started_at: '2026-03-01T12:00:00.000Z',
      finished_at: '2026-03-01T12:00:02.500Z',
      targets: ['.'],
      offline: true,
      collectors: [{ id: 'npm-lock', target: 'package-lock.json', outcome: 'scanned', components: 3, issues: 0 }],
      issues: [],
      feeds: [
        { name: 'epss', as_of: '2026-02-28T00:00:00Z', downloaded_at: '2026-03-01T06:00:00Z', records: 280_000 },
        { name: 'kev', as_of: '2026-02-27T00:00:00Z', downloaded_at: '2026-03-01T06:00:00Z', records: 1_500 },
        { name: 'osv', ecosystem: 'npm', as_of: '2026-03-01T05:00:00Z', downloaded_at: '2026-03-01T06:00:00Z', records: 200_000 },
      ],
      narrowed: {
        ecosystems: [],
        exclude: [],
        without_dev: false,
        not_run: [],
        parts: ['folder:.'],
        left_out: { components: 0, paths: 0 },
        gates: [],
      },
    },
    counts: {
      components: parts.components?.length ?? 0,
      unresolved: (parts.components ?? []).filter((component) => !component.resolved).length,
      findings: active.length,
      vulnerabilities: number((finding) => finding.kind === 'vulnerability'),
      malicious: number((finding) => finding.kind === 'malicious'),
      suppressed: findings.length - active.length,
      withdrawn: 0,
      kev: number((finding) => finding.kev === 'listed'),
      fixable: number((finding) => finding.fixed_version !== undefined),
      by_severity: Object.fromEntries(bySeverity),
    },
    components: [],
    agents: [],
    servers: [],
    tools: [],
    credentials: [],
    skills: [],
    models: [],
    findings,
    graph: {
      nodes: findings.map(({ fingerprint, id, severity }) => ({ id: fingerprint, kind: 'finding', label: id, severity })),
      edges: [],
    },
    exposure_paths: [],
    fix_first: [],
    notes: [],
    verdict: {
      outcome: gates.length > 0 ? 'blocked' : active.length > 0 ? 'findings' : 'clean',
      exit_code: gates.length > 0 ? 1 : 0,
      gate: gates[0]?.gate ?? null,
      gates,
      reasons: [],
      warnings: [],
    },
    posture: { grade: 'A', reason: 'nothing above medium' },
    ...parts,
  };
}
