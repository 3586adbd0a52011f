import type { Component } from '../model/component.js';
import type { Finding } from '../model/finding.js';
import { type LicenseVerdict, licenseRules } from '../model/license.js';
import type { ScanReport } from '../model/report.js';
import { categoriesOf, categoryOf, type LicenseCategory } from '../support/licenses/categories.js';
import { type License, licenseForms } from './licenses.js';

/** What a component says of its licence, and what the policy of the scan says of that. */
export interface LicensedComponent {
  purl: string;
  name: string;
  version: string | null;
  scope: Component['scope'];
  licenses: License[];
  category: LicenseCategory;
  /** Absent where the scan had no policy of licences. */
  verdict?: LicenseVerdict;
  /** The licences that decide, where the verdict is not `allow`. */
  because?: string;
  /** Why somebody set the finding aside, where that makes it allowed. */
  reason?: string;
}

/** The licences of a report. */
export interface LicenseInventory {
  /** Components by category. */
  categories: Record<LicenseCategory, number>;
  licenses: { license: string; category: LicenseCategory; components: number }[];
  without_license: number;
  components: LicensedComponent[];
  /** Licences that only texts tell, and texts that are other licences than the declared ones. */
  remarks: string[];
}

/** True for a scan with a policy of licences. */
export function judgesLicenses({ scan_run: run }: ScanReport): boolean {
  return run.checks?.some(({ kind }) => kind === 'license') ?? false;
}

/** The licences of each component, those without any included, with what the policy found in them. */
export function licenseInventory(report: ScanReport): LicenseInventory {
  const judged = judgesLicenses(report);
  const findings = new Map(
    report.findings.flatMap((finding) => (finding.kind === 'license' ? [[finding.component ?? '', finding] as const] : [])),
  );
  const used = new Map<string, number>();
  const components = report.components.map((component): LicensedComponent => {
    const { purl, name, version, scope, licenses: words } = component;
    const licenses = licenseForms(words);
    for (const { text } of licenses) used.set(text, (used.get(text) ?? 0) + 1);
    const category = categoryOf(words.length === 1 ? words[0] : undefined);
    return { purl, name, version, scope, licenses, category, ...(judged && verdictOf(findings.get(component.ref))) };
  });
  return {
    categories: categoriesOf(report.components),
    licenses: [...used]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([license, count]) => ({ license, category: categoryOf(license), components: count })),
    without_license: components.filter(({ licenses }) => licenses.length === 0).length,
    components,
    remarks: report.notes.flatMap(({ kind, text }) => (kind === 'license' ? [text] : [])),
  };
}

function verdictOf(finding: Finding | undefined): Pick<LicensedComponent, 'verdict' | 'because' | 'reason'> {
  if (finding === undefined) return { verdict: 'allow' };
  const { suppressed, rule, evidence = '' } = finding;
  if (suppressed) return { verdict: 'allow', because: evidence, reason: suppressed.reason };
  return { verdict: rule === licenseRules.deny ? 'deny' : 'review', because: evidence };
}
