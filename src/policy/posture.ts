import type { Finding } from '../model/finding.js';
import type { Posture, Verdict } from '../model/verdict.js';

/**
 * One letter for the whole: F for anything malicious, exploited or critical that can be reached or fixed now; D for other
 * criticals or a failed policy; C for highs or five or more mediums; A otherwise. Unknown when the scan could not see
 * everything, unless what it saw already earns an F.
 */
export function gradePosture(findings: readonly Finding[], verdict: Pick<Verdict, 'outcome' | 'gates'>): Posture {
  const active = findings.filter((finding) => finding.suppressed === undefined);
  const failing = active.find(
    (finding) => finding.kind === 'malicious' || finding.kev === 'listed' || (finding.severity === 'critical' && isNear(finding)),
  );
  if (failing)
    return {
      grade: 'F',
      reason: `${failing.id}: ${failing.kind === 'malicious' ? 'malicious' : failing.kev === 'listed' ? 'known to be exploited' : 'critical and fixable or within reach of an agent'}`,
    };
  if (verdict.outcome === 'incomplete') return { grade: 'unknown', reason: 'the scan is incomplete' };
  if (verdict.outcome === 'empty') return { grade: 'unknown', reason: 'nothing was scanned' };
  const count = (severity: Finding['severity']) => active.filter((finding) => finding.severity === severity).length;
  if (count('critical') > 0) return { grade: 'D', reason: `${count('critical')} critical` };
  if (verdict.gates.some((match) => match.gate === 'policy' || match.gate === 'model-policy'))
    return { grade: 'D', reason: 'a policy rule failed' };
  if (count('high') > 0) return { grade: 'C', reason: `${count('high')} high` };
  if (count('medium') >= 5) return { grade: 'C', reason: `${count('medium')} medium` };
  return { grade: 'A', reason: 'nothing above medium' };
}

function isNear(finding: Finding): boolean {
  return finding.fixed_version !== undefined || (finding.blast_radius?.agents.length ?? 0) > 0;
}
