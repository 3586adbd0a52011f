import type { ReportingConfiguration } from 'sarif';
import type { Finding } from '../../model/finding.js';
import type { Severity } from '../../model/severity.js';

const LEVELS: Record<Severity, ReportingConfiguration.level> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  none: 'note',
  unknown: 'warning',
};

/**
 * Lowest score of each band (CVSS 4.0, section 6). Unknown severities get a medium score, so that code scanning does
 * not hide them.
 */
const SCORES: Record<Severity, string> = { critical: '9.0', high: '7.0', medium: '4.0', low: '0.1', none: '0.0', unknown: '5.0' };

/** The SARIF level of a finding. */
export function levelOf(finding: Finding): ReportingConfiguration.level {
  return finding.kind === 'malicious' ? 'error' : LEVELS[finding.severity];
}

/**
 * GitHub's `security-severity`, a text from 0.0 to 10.0: the finding's score if it lies in the band of its severity.
 */
export function securitySeverity(finding: Finding): string {
  if (finding.kind === 'malicious') return '10.0';
  return finding.score === undefined || finding.severity === 'unknown' ? SCORES[finding.severity] : finding.score.toFixed(1);
}
