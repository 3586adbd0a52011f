import type { ScanReport } from '../../model/report.js';
import { exitCodes } from '../exit-codes.js';

/** The outputs of the contract, each with its meaning. action.yml and docs/ci.md are held equal to this. */
export const ciOutputs = {
  'sarif-file': 'path of the SARIF report; empty when none was written',
  'exit-code': "the program's exit code",
  'scan-status':
    '`clean` (exit 0), `violations` (a gate matched), `usage_error` (2), `stale_data` (3), `error` (incomplete, or it failed, or no report was written)',
  'vulnerability-count': 'vulnerability findings that count; skill findings for `skills`',
  'badge-file': 'path of the badge JSON; empty when none was written',
  'graph-export-path': 'path of the graph; empty when none was written',
  'exposure-paths-count': 'exposure paths',
  'blast-radius-critical-count': 'critical findings that count',
  'posture-grade': '`A`, `C`, `D`, `F` or `unknown`',
} as const;

export type CiOutputName = keyof typeof ciOutputs;

/** Every output with its value; no value has more than one line. */
export type CiOutputs = Readonly<Record<CiOutputName, string>>;

/** How a run ended. */
export interface CiEnd {
  code: number;
  /** The report of this run; undefined when none was written. */
  report: ScanReport | undefined;
  countsSkills: boolean;
  /** Paths of what this run has written, from the workspace; empty: not written. */
  sarif: string;
  badge: string;
  graph: string;
}

export function outputsOf({ code, report, countsSkills, sarif, badge, graph }: CiEnd): CiOutputs {
  const active = (report?.findings ?? []).filter((finding) => finding.suppressed === undefined);
  const counted = active.filter((finding) => finding.kind === (countsSkills ? 'skill' : 'vulnerability'));
  return {
    'sarif-file': oneLine(sarif),
    'exit-code': String(code),
    'scan-status': statusOf(code, report),
    'vulnerability-count': String(counted.length),
    'badge-file': oneLine(badge),
    'graph-export-path': oneLine(graph),
    'exposure-paths-count': String(report?.exposure_paths.length ?? 0),
    'blast-radius-critical-count': String(active.filter((finding) => finding.severity === 'critical').length),
    'posture-grade': report?.posture.grade ?? 'unknown',
  };
}

function statusOf(code: number, report: ScanReport | undefined): string {
  if (code === exitCodes.usage) return 'usage_error';
  if (code === exitCodes.staleDatabase) return 'stale_data';
  if (report === undefined) return 'error';
  if (code === exitCodes.success) return 'clean';
  return code === exitCodes.failed && report.verdict.gates.some(({ gate }) => gate !== 'incomplete') ? 'violations' : 'error';
}

/** A line feed in a value would begin another output. */
function oneLine(path: string): string {
  return path.replace(/[\r\n]/g, ' ');
}
