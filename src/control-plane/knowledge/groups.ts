import { type Severity, severities } from '../../model/severity.js';
import type { FindingExample, WeaknessGroup } from '../../policy/compliance/assess.js';
import { FindingCounts, type GroupKey, toSeverity } from '../store/findings/finding-counts.js';
import type { TenantStore } from '../store/layer/store.js';
import type { Covered } from './covered.js';
import { zero } from './summary.js';

const EXAMPLES = 5;

interface GrowingGroup extends GroupKey {
  by_severity: Record<Severity, number>;
  excepted: number;
  /** By severity. */
  exceptedOf: Record<Severity, number>;
  examples: FindingExample[];
}

/**
 * Groups of open findings that are equal to a framework, counted, each with its worst few; problems come before mere
 * remarks.
 */
export async function groupsOf(store: TenantStore, covered: Covered): Promise<WeaknessGroup[]> {
  const counts = new FindingCounts(store);
  const groups = new Map<string, GrowingGroup>();
  const groupOf = ({ kind, rule, cwes }: GroupKey) => {
    const key = [kind, rule, ...cwes].join('\n');
    const known = groups.get(key) ?? { kind, rule, cwes, by_severity: zero(), excepted: 0, exceptedOf: zero(), examples: [] };
    groups.set(key, known);
    return known;
  };
  for (const { severity, count, ...key } of await counts.groups()) groupOf(key).by_severity[toSeverity(severity)] += count;
  for (const { isOpen, severity, kind, rule, cwes } of covered.values()) {
    if (!isOpen) continue;
    const group = groupOf({ kind, rule, cwes });
    group.by_severity[severity] -= 1;
    group.excepted += 1;
    group.exceptedOf[severity] += 1;
  }
  await addExamples(counts, [...groups.values()], covered);
  return [...groups.values()].map(({ kind, rule, cwes, by_severity, excepted, examples }) => {
    const count = severities.reduce((sum, severity) => sum + by_severity[severity], 0);
    return { kind, rule: rule === '' ? null : rule, cwes, count, by_severity, excepted, examples };
  });
}

/** Remarks come last, whatever the order of severities. */
const WORST_FIRST = [...severities.filter((severity) => severity !== 'none'), 'none'] as const;

async function addExamples(counts: FindingCounts, groups: readonly GrowingGroup[], covered: Covered): Promise<void> {
  const wanted = groups.flatMap((group) => {
    let missing = EXAMPLES;
    return WORST_FIRST.flatMap((severity) => {
      if (missing <= 0 || group.by_severity[severity] <= 0) return [];
      // Those covered by an exception may come first.
      const most = missing + group.exceptedOf[severity];
      missing -= group.by_severity[severity];
      return [{ group, severity, most }];
    });
  });
  const found = await counts.firstOf(
    wanted.map(({ group: { kind, rule, cwes }, severity, most }) => ({ kind, rule, cwes, severity, most })),
  );
  wanted.forEach(({ group, severity }, index) => {
    const room = EXAMPLES - group.examples.length;
    const own = (found[index] ?? []).filter(({ finding_id }) => !covered.has(finding_id)).slice(0, room);
    group.examples.push(...own.map(({ finding_id, problem_id: id, source_id }) => ({ finding_id, id, severity, source_id })));
  });
}
