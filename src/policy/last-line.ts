import type { Counts } from '../model/report.js';
import { nothingFoundWords, suppressedWords } from '../model/suppressed.js';
import type { Verdict } from '../model/verdict.js';
import { plural } from '../support/listing.js';

/** The beginning of a reason about a gate that `--exit-zero` silenced. */
export const SILENCED = 'silenced by --exit-zero:';

/** The last line of a scan: the worst gate and why, or what exit code 0 means in this scan. */
export function lastLine(verdict: Verdict, counts: Counts): string {
  const worst = verdict.gates[0];
  if (worst) return `gate: ${worst.gate} — ${worst.reason}`;
  if (verdict.outcome === 'empty') return `empty — nothing to scan, as allowed${verdict.reasons.map((reason) => ` (${reason})`).join('')}`;
  const judged = counts.components - counts.unresolved;
  const about = verdict.reasons.filter((reason) => !isOfSuppressed(reason, counts));
  const notes = about.map((reason) => `; ${reason}`).join('');
  if (verdict.outcome === 'clean') return `clean — ${plural(judged, 'component')}, ${nothingFoundWords(counts)}${notes}`;
  const spared = verdict.reasons.some((reason) => reason.startsWith(SILENCED));
  if (counts.findings === 0) return `no gate matched — ${nothingFoundWords(counts)}${notes}`;
  const found = `${plural(counts.findings, 'finding')}${spared ? '' : ' below the threshold'}`;
  const aside = counts.suppressed_by && suppressedWords(counts.suppressed_by);
  return `no gate matched — ${found}${aside === undefined ? '' : `, ${aside}`}${notes}`;
}

/** The text about the findings already says this. */
function isOfSuppressed(reason: string, { suppressed_by: by }: Counts): boolean {
  return by !== undefined && reason === suppressedWords(by);
}
