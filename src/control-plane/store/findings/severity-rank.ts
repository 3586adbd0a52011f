import type { Severity } from '../../../model/severity.js';

const RANKS: Readonly<Record<Severity, number>> = { critical: 4, high: 3, medium: 2, low: 1, none: 0, unknown: 0 };

/** 0 unknown or none, 1 low … 4 critical: what lists sort by. */
export function severityRank(severity: Severity): number {
  return RANKS[severity];
}
