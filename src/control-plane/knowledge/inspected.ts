import { type FindingKind, findingKinds } from '../../model/finding.js';
import type { Inspected } from '../../policy/compliance/assess.js';
import type { SourceCoverage } from '../store/coverage.js';

/**
 * What was looked at by checks of each kind, in newest runs that were whole. Only a run that made the check says so: that a fleet names a
 * server does not mean that anybody has judged its configuration.
 */
export function inspectedOf(coverage: readonly SourceCoverage[]): Inspected[] {
  const whole = coverage.filter(({ state }) => state === 'scanned');
  return findingKinds
    .flatMap((kind) => {
      const looked = whole.filter(({ assessed }) => (assessed[kind] ?? 0) > 0);
      return looked.length === 0 ? [] : [inspection(kind, looked)];
    })
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

function inspection(kind: FindingKind, looked: readonly SourceCoverage[]): Inspected {
  return {
    kind,
    count: looked.reduce((sum, { assessed }) => sum + (assessed[kind] ?? 0), 0),
    sources: looked.map(({ source_id }) => source_id).sort(),
    last_seen:
      looked
        .flatMap(({ finished_at }) => finished_at ?? [])
        .sort()
        .at(-1) ?? '',
  };
}
