import { type FindingKind, findingKinds } from '../../model/finding.js';
import type { Severity } from '../../model/severity.js';
import { type Because, whyFailing } from '../../policy/posture.js';
import { type FindingCount, FindingCounts, toSeverity } from '../store/findings/finding-counts.js';
import type { TenantStore } from '../store/layer/store.js';
import type { Covered } from './covered.js';
import type { ReachedFinding } from './exposure-view.js';

const ORDER: Readonly<Record<Because, number>> = { malicious: 0, kev: 1, critical: 2 };

/** A finding that leads to an F, and why. */
export interface FailingFinding {
  finding_id: string;
  id: string;
  kind: FindingKind;
  severity: Severity;
  because: Because;
}

/** Findings that lead to an F: their number, and the first few, worst reason first. */
export interface Failing {
  total: number;
  first: readonly FailingFinding[];
}

interface Given {
  counts: readonly FindingCount[];
  covered: Covered;
  near: readonly ReachedFinding[];
  most: number;
}

/**
 * Findings that lead to an F by themselves are counted and read in the database; those in `near` do because an agent
 * reaches them.
 */
export async function failingOf(store: TenantStore, { counts, covered, near, most }: Given): Promise<Failing> {
  const open = counts.filter(({ status }) => status === 'open');
  const ended = open.filter((one) => isFailing({ ...one, isKev: one.kev, isFixed: one.fixed }));
  const excepted = [...covered.values()].filter((one) => one.isOpen && isFailing(one));
  const total = ended.reduce((sum, { count }) => sum + count, near.length) - excepted.length;
  const first = total === near.length ? [] : await new FindingCounts(store).failing(most + excepted.length);
  const all = [
    ...first
      .filter(({ finding }) => !covered.has(finding.finding_id))
      .map(({ because, finding: { finding_id, problem_id: id, kind, severity } }) => ({
        ...{ finding_id, id, because, severity: toSeverity(severity) },
        kind: toKind(kind),
      })),
    ...near.map(({ findingId, finding: { id, kind, severity } }) => ({
      ...{ finding_id: findingId, id, kind, severity },
      because: 'critical' as const,
    })),
  ];
  all.sort((a, b) => ORDER[a.because] - ORDER[b.because] || (a.finding_id < b.finding_id ? -1 : 1));
  return { total, first: all.slice(0, most) };
}

function isFailing({ kind, severity, isKev, isFixed }: { kind: string; severity: string; isKev: boolean; isFixed: boolean }): boolean {
  const finding = { kind: toKind(kind), kev: isKev ? ('listed' as const) : ('not_listed' as const), severity: toSeverity(severity) };
  return whyFailing(finding, isFixed) !== undefined;
}

function toKind(text: string): FindingKind {
  return findingKinds.find((one) => one === text) ?? 'policy';
}
