import type { Severity } from '../../../model/severity.js';

const RANKS: Readonly<Record<Severity, number>> = { critical: 4, high: 3, medium: 2, low: 1, none: 0, unknown: 0 };

/** The sort key of lists: 0 unknown or none, 1 low … 4 critical. */
export function severityRank(severity: Severity): number {
  return RANKS[severity];
}
