import type { Finding } from '../model/finding.js';
import type { Severity } from '../model/severity.js';
import { isWholeScan, type Posture, type Verdict } from '../model/verdict.js';

/** All that a grade turns on. */
export interface PostureFacts {
  /** The first active finding that alone earns an F. */
  failing?: { id: string; because: 'malicious' | 'kev' | 'critical' };
  /** Active findings. */
  bySeverity: Readonly<Partial<Record<Severity, number>>>;
}

/**
 * One letter for the whole: F for anything malicious, exploited or critical that can be reached or fixed now; D for other
 * criticals or a failed policy; C for highs or five or more mediums; A otherwise. Unknown when the scan could not see
 * everything, unless what it saw already earns an F.
 */
export function gradeOf({ failing, bySeverity }: PostureFacts, verdict: Pick<Verdict, 'outcome' | 'gates'>): Posture {
  if (failing) return { grade: 'F', reason: `${failing.id}: ${BECAUSE[failing.because]}` };
  if (verdict.outcome !== 'empty' && !isWholeScan(verdict)) return { grade: 'unknown', reason: 'the scan is incomplete' };
  if (verdict.outcome === 'empty') return { grade: 'unknown', reason: 'nothing was scanned' };
  const count = (severity: Severity) => bySeverity[severity] ?? 0;
  if (count('critical') > 0) return { grade: 'D', reason: `${count('critical')} critical` };
  if (verdict.gates.some((match) => match.gate === 'policy' || match.gate === 'model-policy'))
    return { grade: 'D', reason: 'a policy rule failed' };
  if (count('high') > 0) return { grade: 'C', reason: `${count('high')} high` };
  if (count('medium') >= 5) return { grade: 'C', reason: `${count('medium')} medium` };
  return { grade: 'A', reason: 'nothing above medium' };
}

const BECAUSE = {
  malicious: 'malicious',
  kev: 'known to be exploited',
  critical: 'critical and fixable or within reach of an agent',
} as const;

/** The grade of one scan. */
export function gradePosture(findings: readonly Finding[], verdict: Pick<Verdict, 'outcome' | 'gates'>): Posture {
  const active = findings.filter((finding) => finding.suppressed === undefined);
  const bySeverity: Partial<Record<Severity, number>> = {};
  for (const { severity } of active) bySeverity[severity] = (bySeverity[severity] ?? 0) + 1;
  const [failing] = active.flatMap((finding) => {
    const because = whyFailing(finding, isNear(finding));
    return because === undefined ? [] : [{ id: finding.id, because }];
  });
  return gradeOf({ bySeverity, ...(failing && { failing }) }, verdict);
}

/** Why a finding alone earns an F, if it does. `near`: it can be fixed, or an agent is within its reach. */
export function whyFailing({ kind, kev, severity }: Pick<Finding, 'kind' | 'kev' | 'severity'>, near: boolean) {
  if (kind === 'malicious') return 'malicious' as const;
  if (kev === 'listed') return 'kev' as const;
  return severity === 'critical' && near ? ('critical' as const) : undefined;
}

function isNear(finding: Finding): boolean {
  return finding.fixed_version !== undefined || (finding.blast_radius?.agents.length ?? 0) > 0;
}
