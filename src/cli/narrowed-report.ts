import type { Finding } from '../model/finding.js';
import type { ScanReport } from '../model/report.js';
import { suppressedBy } from '../model/suppressed.js';
import type { Gate } from '../model/verdict.js';
import { exitCodes } from './exit-codes.js';

/** Gates that say what was read; all others judge what was found. */
const READING: readonly Gate[] = ['no-input', 'empty-after-filter', 'incomplete'];

interface Asked {
  findings: readonly Finding[];
  /** Gates beside those of reading. */
  gates?: readonly Gate[];
  warnings?: readonly string[];
}

/** The report of a command that asks about something else than all that rules found: nothing but what is asked for decides its end. */
export function narrowedReport(report: ScanReport, { findings, gates: judging = [], warnings = [] }: Asked): ScanReport {
  const active = findings.filter(({ suppressed }) => suppressed === undefined).length;
  const gates = report.verdict.gates.filter(({ gate }) => READING.includes(gate) || judging.includes(gate));
  const verdict = { ...report.verdict, gates, gate: gates[0]?.gate ?? null, reasons: [], warnings: [...warnings] };
  return {
    ...report,
    findings: [...findings],
    counts: { ...report.counts, findings: active, suppressed: findings.length - active, suppressed_by: suppressedBy(findings) },
    verdict: gates.length === 0 ? { ...verdict, outcome: active === 0 ? 'clean' : 'findings', exit_code: exitCodes.success } : verdict,
  };
}
