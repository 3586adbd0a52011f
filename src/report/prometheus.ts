import { findingKinds } from '../model/finding.js';
import { outcomes } from '../model/outcome.js';
import type { ScanReport } from '../model/report.js';
import { severities } from '../model/severity.js';
import { gates } from '../model/verdict.js';
import { safeText } from '../support/terminal.js';
import type { Reporter } from './reporter.js';

interface Sample {
  labels?: Record<string, string>;
  value: number;
}

/** Prometheus text format 0.0.4, for the node exporter's textfile collector. */
const reporter: Reporter = {
  *render(report) {
    for (const [name, help, samples] of metricsOf(report)) {
      if (samples.length === 0) continue;
      yield `# HELP castellan_${name} ${help}\n# TYPE castellan_${name} gauge\n`;
      for (const sample of samples) yield `castellan_${name}${labelText(sample.labels)} ${sample.value}\n`;
    }
  },
};

function metricsOf({ counts, verdict, scan_run: run, ...report }: ScanReport): [string, string, Sample[]][] {
  const one = (value: number): Sample[] => [{ value }];
  return [
    [
      'findings',
      'Active findings by severity.',
      severities.map((severity) => ({ labels: { severity }, value: counts.by_severity[severity] })),
    ],
    ['findings_suppressed', 'Findings that do not count for gates.', one(counts.suppressed)],
    ['findings_malicious', 'Active findings of malicious packages.', one(counts.malicious)],
    ['findings_known_exploited', 'Active findings listed in CISA KEV.', one(counts.kev)],
    ['findings_fixable', 'Active findings with a fixed version.', one(counts.fixable)],
    ['components', 'Components found.', one(counts.components)],
    ['components_unresolved', 'Components without an exact version, which nothing was matched with.', one(counts.unresolved)],
    ...estateMetrics(report),
    [
      'collectors',
      'Collectors by outcome.',
      outcomes.map((outcome) => ({
        labels: { outcome },
        value: run.collectors.filter((collector) => collector.outcome === outcome).length,
      })),
    ],
    [
      'gate',
      '1 when the gate matched.',
      gates.map((gate) => ({ labels: { gate }, value: Number(verdict.gates.some((match) => match.gate === gate)) })),
    ],
    ['exit_code', 'Exit code of the scan.', one(verdict.exit_code)],
    ['scan_timestamp_seconds', 'Time the scan ended.', one(seconds(run.finished_at))],
    [
      'feed_timestamp_seconds',
      'Time of the newest record of each feed used.',
      run.feeds.map(({ name, ecosystem, as_of }) => ({ labels: { feed: name, ecosystem: ecosystem ?? '' }, value: seconds(as_of) })),
    ],
  ];
}

type Estate = Pick<ScanReport, 'agents' | 'servers' | 'tools' | 'credentials' | 'skills' | 'models' | 'findings'>;

/** Counts of the AI inventory, and of active findings by kind. A server that several clients configure counts once. */
function estateMetrics({ agents, servers, tools, credentials, skills, models, findings }: Estate): [string, string, Sample[]][] {
  const active = findings.filter((finding) => finding.suppressed === undefined);
  const distinct = new Set(servers.map(({ ref }) => ref)).size;
  const judged = (things: readonly { verdict: string }[], verdicts: readonly string[]) =>
    verdicts.map((verdict) => ({ labels: { verdict }, value: things.filter((thing) => thing.verdict === verdict).length }));
  return [
    [
      'findings_by_kind',
      'Active findings by kind.',
      findingKinds.map((kind) => ({ labels: { kind }, value: active.filter((finding) => finding.kind === kind).length })),
    ],
    ['agents', 'AI clients and projects that configure servers.', [{ value: agents.length }]],
    ['mcp_servers', 'MCP servers.', [{ value: distinct }]],
    ['mcp_tools', 'Tools that servers are known to offer.', [{ value: tools.length }]],
    ['credentials', 'Names of credentials that servers hold.', [{ value: credentials.length }]],
    ['skills', 'Skills and instruction files by verdict.', judged(skills, ['benign', 'suspicious', 'malicious'])],
    ['models', 'Model files by verdict.', judged(models, ['safe', 'suspicious', 'unsafe', 'unknown'])],
  ];
}

function seconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000) || 0;
}

function labelText(labels: Record<string, string> | undefined): string {
  if (!labels) return '';
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${safeText(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  );
  return `{${pairs.join(',')}}`;
}

export default reporter;
