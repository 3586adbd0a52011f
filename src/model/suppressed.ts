import type { Finding, Suppression } from './finding.js';
import type { Counts } from './report.js';

type SuppressedBy = NonNullable<Counts['suppressed_by']>;

/** How many findings each kind of statement suppresses. */
export function suppressedBy(findings: readonly Pick<Finding, 'suppressed'>[]): Record<Suppression['by'], number> {
  const counts = { ignore: 0, vex: 0, exception: 0, baseline: 0, unfixed: 0 };
  for (const { suppressed } of findings) if (suppressed) counts[suppressed.by]++;
  return counts;
}

/** `4 suppressed (3 by baseline, 1 by ignore)`; undefined when none is. */
export function suppressedWords(by: Readonly<SuppressedBy>): string | undefined {
  const told = Object.entries(by).flatMap(([who, count]) => (count > 0 ? [{ who, count }] : []));
  const all = told.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return undefined;
  const [only] = told;
  const words = (who: string) => (who === 'unfixed' ? 'without a fix' : `by ${who}`);
  if (only && told.length === 1) return `${all} suppressed ${words(only.who)}`;
  return `${all} suppressed (${told.map(({ who, count }) => `${count} ${words(who)}`).join(', ')})`;
}

/** The words of a report without active findings: `no findings`, or `no new findings, 4 suppressed by baseline`. */
export function nothingFoundWords({ suppressed, suppressed_by: by }: Pick<Counts, 'suppressed' | 'suppressed_by'>): string {
  if (suppressed === 0) return 'no findings';
  return `no ${by && by.baseline > 0 ? 'new ' : ''}findings, ${(by && suppressedWords(by)) ?? `${suppressed} suppressed`}`;
}
