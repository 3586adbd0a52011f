import type { Finding } from '../model/finding.js';
import type { Inventory } from '../model/inventory.js';
import type { Counts } from '../model/report.js';
import { type Severity, severities } from '../model/severity.js';
import { suppressedBy } from '../model/suppressed.js';
import { categoriesOf } from '../support/licenses/categories.js';

/** The numbers every format shows. A suppressed finding counts only as suppressed. */
export function countReport({ components, issues }: Inventory, findings: readonly Finding[], withdrawn: number): Counts {
  const active = findings.filter((finding) => finding.suppressed === undefined);
  const bySeverity = Object.fromEntries(severities.map((severity) => [severity, 0])) as Record<Severity, number>;
  for (const finding of active) bySeverity[finding.severity]++;
  const ofKind = (kind: Finding['kind']) => active.filter((finding) => finding.kind === kind).length;
  return {
    components: components.length,
    unresolved: components.filter((component) => !component.resolved).length,
    unidentified: issues.filter(({ kind }) => kind === 'unidentified').length,
    findings: active.length,
    vulnerabilities: ofKind('vulnerability'),
    malicious: ofKind('malicious'),
    suppressed: findings.length - active.length,
    suppressed_by: suppressedBy(findings),
    withdrawn,
    kev: active.filter((finding) => finding.kev === 'listed').length,
    fixable: active.filter((finding) => finding.fixed_version !== undefined).length,
    by_severity: bySeverity,
    by_license: categoriesOf(components),
  };
}
