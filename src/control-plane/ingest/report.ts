import type { Finding } from '../../model/finding.js';
import { identify } from '../../model/identity.js';
import type { ScanReport } from '../../model/report.js';
import { readReport } from '../../report/json/read.js';
import { redactArguments } from '../../support/redact-command.js';
import { Unprocessable } from '../failures.js';
import type { IngestGraph } from './batch.js';
import { type Reading, readingOf } from './reading.js';
import { wholeGraph } from './whole-graph.js';

/** The parts of a pushed report that are used; its own judgement of the findings is not. */
export interface ReadPush {
  report: ScanReport;
  findings: Finding[];
  graph: IngestGraph;
  reading: Reading;
  observedAt: string;
}

/**
 * Parses one of our reports that was pushed. Identities are computed again and suppressions dropped: a machine cannot
 * declare itself clean, nor pass one finding off as another. Throws InputError naming the invalid member.
 */
export function readPushedReport(document: unknown): ReadPush {
  const report = readReport(JSON.stringify(document), 'report');
  const findings = identify(report.findings.map(({ fingerprint, suppressed, blast_radius, ...fact }) => fact));
  const servers = report.servers.map((server) => ({ ...server, args: redactArguments(server.args) }));
  const finished = Date.parse(report.scan_run.finished_at);
  if (Number.isNaN(finished)) throw new Unprocessable('scan_run.finished_at: expected a time');
  return {
    report,
    findings,
    graph: wholeGraph({ ...report, servers, findings }),
    reading: readingOf(report),
    observedAt: new Date(finished).toISOString(),
  };
}
