import { type FindingKind, findingKinds } from '../../model/finding.js';
import { type Severity, severities } from '../../model/severity.js';
import type { FindingExample, WeaknessGroup } from '../../policy/compliance/assess.js';
import type { CountedFinding } from '../store/finding-reader.js';

const EXAMPLES = 5;

/** A finding that the grade may turn on. */
export interface NotableFinding {
  finding_id: string;
  id: string;
  kind: FindingKind;
  severity: Severity;
  kev: boolean;
  fixed: boolean;
  component: string | null;
  subject: string | null;
}

interface GrowingGroup extends WeaknessGroup {
  count: number;
  excepted: number;
  by_severity: Record<Severity, number>;
  examples: FindingExample[];
}

/** Open findings of a tenant, counted in one pass. */
export class Summary {
  readonly bySeverity = zero();
  readonly byKind = new Map<string, number>();
  readonly bySource = new Map<string, Record<Severity, number>>();
  /** By ref of the component or subject. */
  readonly byAsset = new Map<string, Record<Severity, number>>();
  kev = 0;
  excepted = 0;
  /** Those that an exception speaks for. */
  readonly exceptedBySeverity = zero();
  /** Malicious, exploited or critical ones, in the order of their ids. */
  readonly notable: NotableFinding[] = [];
  private readonly byGroup = new Map<string, GrowingGroup>();

  add(finding: CountedFinding, excepted: boolean): void {
    const severity = severities.find((one) => one === finding.severity) ?? 'unknown';
    if (excepted) {
      this.excepted += 1;
      this.exceptedBySeverity[severity] += 1;
      this.groupOf(finding).excepted += 1;
      return;
    }
    this.bySeverity[severity] += 1;
    this.byKind.set(finding.kind, (this.byKind.get(finding.kind) ?? 0) + 1);
    if (finding.kev) this.kev += 1;
    count(this.bySource, finding.source_id, severity);
    if (finding.component !== null) count(this.byAsset, finding.component, severity);
    if (finding.subject !== null) count(this.byAsset, finding.subject, severity);
    if (severity === 'critical' || finding.kev || finding.kind === 'malicious') this.notable.push(notableOf(finding, severity));
    this.group(finding, severity);
  }

  get total(): number {
    return severities.reduce((sum, severity) => sum + this.bySeverity[severity], 0);
  }

  get groups(): WeaknessGroup[] {
    return [...this.byGroup.values()];
  }

  private group(finding: CountedFinding, severity: Severity): void {
    const group = this.groupOf(finding);
    group.count += 1;
    group.by_severity[severity] += 1;
    const last = group.examples.at(-1);
    if (group.examples.length === EXAMPLES && last && rank(severity) >= rank(last.severity)) return;
    const { finding_id, problem_id, source_id } = finding;
    group.examples.push({ finding_id, id: problem_id, severity, source_id });
    group.examples.sort((a, b) => rank(a.severity) - rank(b.severity) || (a.finding_id < b.finding_id ? -1 : 1));
    group.examples.length = Math.min(group.examples.length, EXAMPLES);
  }

  private groupOf({ kind, rule, cwes }: CountedFinding): GrowingGroup {
    const key = `${kind}\n${rule ?? ''}\n${cwes}`;
    const known = this.byGroup.get(key);
    if (known) return known;
    const group: GrowingGroup = { kind, rule, cwes: [...cwes], count: 0, excepted: 0, by_severity: zero(), examples: [] };
    this.byGroup.set(key, group);
    return group;
  }
}

function count(by: Map<string, Record<Severity, number>>, key: string, severity: Severity): void {
  const counts = by.get(key) ?? zero();
  counts[severity] += 1;
  by.set(key, counts);
}

function notableOf(
  { finding_id, problem_id, kind, kev, fixed_version, component, subject }: CountedFinding,
  severity: Severity,
): NotableFinding {
  const known = findingKinds.find((one) => one === kind) ?? 'policy';
  return { finding_id, id: problem_id, kind: known, severity, kev, fixed: fixed_version !== null, component, subject };
}

/** What was found comes before what is only a remark. */
function rank(severity: Severity): number {
  return severity === 'none' ? severities.length : severities.indexOf(severity);
}

/** None of any severity. */
export function zero(): Record<Severity, number> {
  return { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
}
