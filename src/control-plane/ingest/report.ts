import { buildGraph } from '../../graph/build.js';
import type { Finding } from '../../model/finding.js';
import { identify } from '../../model/identity.js';
import { emptyInventory } from '../../model/inventory.js';
import type { ScanReport } from '../../model/report.js';
import { isWholeScan } from '../../model/verdict.js';
import { readReport } from '../../report/json/read.js';
import { redactArguments } from '../../support/redact-command.js';
import { Unprocessable } from '../failures.js';
import type { IngestGraph } from './batch.js';
import { type Checks, checksOfPush } from './checks.js';
import { withProperties } from './sbom.js';

/** What is taken from a pushed report; it is not asked how bad it finds that. */
export interface ReadPush {
  report: ScanReport;
  findings: Finding[];
  graph: IngestGraph;
  /** True when the scan ended with everything read and matched. */
  whole: boolean;
  checks: Checks;
  observedAt: string;
}

/**
 * A report of ours as pushed. Identities are made anew and suppressions dropped: a machine cannot declare itself clean, nor
 * pass one finding for another. Throws InputError naming the member that does not fit.
 */
export function readPushedReport(document: unknown): ReadPush {
  const report = readReport(JSON.stringify(document), 'report');
  const findings = identify(report.findings.map(({ fingerprint, suppressed, blast_radius, ...fact }) => fact));
  const { components, agents, tools, credentials, skills, models } = report;
  const servers = report.servers.map((server) => ({ ...server, args: redactArguments(server.args) }));
  const inventory = { ...emptyInventory(), components, agents, servers, tools, credentials, skills, models };
  const finished = Date.parse(report.scan_run.finished_at);
  if (Number.isNaN(finished)) throw new Unprocessable('scan_run.finished_at: expected a time');
  return {
    report,
    findings,
    graph: withProperties(buildGraph(inventory, findings, { all: true }), components),
    whole: isWhole(report),
    checks: checksOfPush(report),
    observedAt: new Date(finished).toISOString(),
  };
}

function isWhole({ verdict, scan_run: run }: ScanReport): boolean {
  const unread = run.collectors.some((one) => ['failed', 'truncated', 'unsupported'].includes(one.outcome));
  return isWholeScan(verdict) && !unread && run.issues.every(({ note }) => note === true);
}
