import type { Finding } from '../model/finding.js';
import type { ScanReport } from '../model/report.js';
import { compareSeverity } from '../model/severity.js';
import { compareText } from '../support/compare-text.js';

/**
 * Compares findings by urgency: active before suppressed, tests and examples last, malicious first, then exploited in
 * the wild, then severity, score, id, component and fingerprint. Negative when `a` comes first.
 */
export function compareWorst(a: Finding, b: Finding): number {
  return (
    Number(a.suppressed !== undefined) - Number(b.suppressed !== undefined) ||
    Number(a.context === 'test') - Number(b.context === 'test') ||
    Number(b.kind === 'malicious') - Number(a.kind === 'malicious') ||
    Number(b.kev === 'listed') - Number(a.kev === 'listed') ||
    compareSeverity(b.severity, a.severity) ||
    (b.score ?? 0) - (a.score ?? 0) ||
    compareText(a.id, b.id) ||
    compareText(a.component ?? '', b.component ?? '') ||
    compareText(a.fingerprint, b.fingerprint)
  );
}

/** All findings, worst first, in a new array. */
export function worstFirst(report: ScanReport): Finding[] {
  return [...report.findings].sort(compareWorst);
}

/** The findings of one component, server, skill, …; `key` is its ref, or the first path of a finding without one. */
export interface SubjectFindings {
  key: string;
  findings: Finding[];
}

/** Groups findings by the thing they are about, in the order of each group's first finding. */
export function groupBySubject(findings: readonly Finding[]): SubjectFindings[] {
  const groups = new Map<string, SubjectFindings>();
  for (const finding of findings) {
    const key = finding.component ?? finding.subject ?? finding.locations[0]?.path ?? finding.id;
    const known = groups.get(key);
    if (known) known.findings.push(finding);
    else groups.set(key, { key, findings: [finding] });
  }
  return [...groups.values()];
}
