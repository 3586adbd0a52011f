import { type Severity, severities } from '../../model/severity.js';
import { type FindingCount, toSeverity } from '../store/findings/finding-counts.js';
import type { Covered } from './covered.js';

/** Numbers of a tenant's findings: those stored in the database, without open ones covered by an exception. */
export class Summary {
  readonly bySeverity = zero();
  readonly byKind = new Map<string, number>();
  readonly bySource = new Map<string, Record<Severity, number>>();
  kev = 0;
  excepted = 0;
  /** Those covered by an exception. */
  readonly exceptedBySeverity = zero();
  /** Number of findings that are not open. */
  suppressed = 0;
  resolved = 0;
  /** Open critical vulnerabilities of packages without a known fix and without known exploits. */
  endless = 0;

  /** `beside`: findings that sources see besides the one under which they are listed. */
  constructor(counts: readonly FindingCount[], covered: Covered, beside: readonly Beside[] = []) {
    for (const one of counts) {
      if (one.status === 'suppressed') this.suppressed += one.count;
      else if (one.status === 'resolved') this.resolved += one.count;
      else this.add(one);
    }
    for (const { source_id, severity, count } of beside) this.addToSource(source_id, toSeverity(severity), count);
    for (const { isOpen, sourceId: source_id, sourceIds, kind, severity, isKev, isFixed } of covered.values()) {
      if (!isOpen) continue;
      this.excepted += 1;
      this.exceptedBySeverity[severity] += 1;
      this.add({ source_id, kind, severity, kev: isKev, fixed: isFixed, count: -1 });
      for (const other of sourceIds) if (other !== source_id) this.addToSource(other, severity, -1);
    }
  }

  get total(): number {
    return totalOf(this.bySeverity);
  }

  private add({ source_id, kind, severity: text, kev, fixed, count }: Omit<FindingCount, 'status'>): void {
    const severity = toSeverity(text);
    this.bySeverity[severity] += count;
    addTo(this.byKind, kind, (this.byKind.get(kind) ?? 0) + count);
    this.addToSource(source_id, severity, count);
    if (kev) this.kev += count;
    if (kind === 'vulnerability' && severity === 'critical' && !fixed && !kev) this.endless += count;
  }

  private addToSource(source_id: string, severity: Severity, count: number): void {
    const ofSource = this.bySource.get(source_id) ?? zero();
    ofSource[severity] += count;
    if (totalOf(ofSource) === 0) this.bySource.delete(source_id);
    else this.bySource.set(source_id, ofSource);
  }
}

interface Beside {
  source_id: string;
  severity: string;
  count: number;
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

export function totalOf(bySeverity: Readonly<Record<Severity, number>>): number {
  return severities.reduce((sum, severity) => sum + bySeverity[severity], 0);
}

/** Zero for every severity. */
export function zero(): Record<Severity, number> {
  return { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
}
