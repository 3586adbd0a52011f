import type { Counts } from '../model/report.js';
import type { Verdict } from '../model/verdict.js';

/** How a reason begins that tells of a gate which `--exit-zero` silenced. */
export const SILENCED = 'silenced by --exit-zero:';

/** The last line of a scan: the worst gate and why, or what exit 0 means here. */
export function lastLine(verdict: Verdict, counts: Counts): string {
  const worst = verdict.gates[0];
  if (worst) return `gate: ${worst.gate} — ${worst.reason}`;
  if (verdict.outcome === 'empty') return 'empty — nothing to scan, as allowed';
  const judged = counts.components - counts.unresolved;
  if (verdict.outcome === 'clean') return `clean — ${judged} component${judged === 1 ? '' : 's'}, no findings`;
  const notes = verdict.reasons.length === 0 ? '' : `; ${verdict.reasons.join('; ')}`;
  const spared = verdict.reasons.some((reason) => reason.startsWith(SILENCED));
  const found = `${counts.findings} finding${counts.findings === 1 ? '' : 's'}${spared ? '' : ' below the threshold'}`;
  return `no gate matched — ${found}${notes}`;
}
