/** Severities, worst first. `none` is CVSS 0.0; `unknown` means nobody scored it and is never treated as low. */
export const severities = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;
export type Severity = (typeof severities)[number];

/** Levels a gate may be set to; `any` is reached by every scored finding, remarks of severity `none` too. */
export const thresholds = ['critical', 'high', 'medium', 'low', 'any'] as const;
export type Threshold = (typeof thresholds)[number];

const RANK: Record<Severity, number> = { critical: 4, high: 3, medium: 2, low: 1, none: 0, unknown: -1 };

/** Orders severities for sorting: positive when `a` is worse than `b`. `unknown` sorts below `none`. */
export function compareSeverity(a: Severity, b: Severity): number {
  return RANK[a] - RANK[b];
}

/** True when `severity` is scored and at least as bad as `threshold`. `unknown` never reaches a threshold. */
export function meetsThreshold(severity: Severity, threshold: Threshold): boolean {
  return severity !== 'unknown' && RANK[severity] >= (threshold === 'any' ? RANK.none : RANK[threshold]);
}

/** CVSS v3.1 section 5 (same bands in v4.0 section 6) from a 0.0–10.0 score. */
export function severityOfScore(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  if (score >= 4) return 'medium';
  return score > 0 ? 'low' : 'none';
}
