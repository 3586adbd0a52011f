import type { Finding } from '../../../model/finding.js';

/** Triage states that suppress a finding, also when it comes back. */
const SUPPRESSING: ReadonlySet<string> = new Set(['false_positive', 'accepted', 'not_affected', 'wont_fix', 'suppressed']);

/** Status of a finding that is present: suppressed if the scan or a person says so. */
export function presentStatus(finding: Pick<Finding, 'suppressed'>, triage: string | null): 'open' | 'suppressed' {
  return finding.suppressed !== undefined || isSuppressing(triage) ? 'suppressed' : 'open';
}

export function isSuppressing(triage: string | null): boolean {
  return triage !== null && SUPPRESSING.has(triage);
}
