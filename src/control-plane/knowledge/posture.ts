import type { Posture } from '../../model/verdict.js';
import { gradeOf } from '../../policy/posture.js';
import { plural } from '../../support/listing.js';
import { coverageOf, type SourceCoverage } from '../store/coverage.js';
import type { TenantStore } from '../store/layer/store.js';
import type { Failing } from './failing.js';
import type { Knowledge } from './knowledge.js';
import type { Summary } from './summary.js';

export interface TenantPosture extends Posture {
  summary: Summary;
  coverage: SourceCoverage[];
  failing: Failing;
  /** How long ago it was so. */
  ageMs: number;
}

/** Failing findings that are named. */
const NAMED = 20;

/** The tenant's grade: the one function of scans, over the open findings of all sources that no exception speaks for. */
export async function postureOf(knowledge: Knowledge, store: TenantStore): Promise<TenantPosture> {
  const summary = await knowledge.summary();
  const coverage = await coverageOf(store);
  const { ageMs, ...failing } = await knowledge.failing(NAMED);
  const [first] = failing.first;
  const posture = gradeOf(
    {
      bySeverity: summary.bySeverity,
      setAside: summary.exceptedBySeverity,
      ...(first && { failing: { id: first.id, because: first.because } }),
    },
    { outcome: outcomeOf(coverage), gates: [], unjudged: unjudgedOf(coverage) },
  );
  return { ...posture, reason: reasonOf(posture, coverage), summary, coverage, failing, ageMs };
}

/** Says what there is, and judges nothing of it. */
const INVENTORY_ONLY = 'ingest.fleet_sync';

/** A source whose newest run was not whole makes all of it incomplete: zero findings there would mean nothing. */
function outcomeOf(coverage: readonly SourceCoverage[]): 'incomplete' | 'empty' | 'findings' {
  if (coverage.some(({ state }) => state === 'incomplete')) return 'incomplete';
  return coverage.some(({ state, kind }) => state === 'scanned' && kind !== INVENTORY_ONLY) ? 'findings' : 'empty';
}

/** A source of whose packages some were looked up nowhere: that nothing was found in them means nothing. */
function unjudgedOf(coverage: readonly SourceCoverage[]): string[] {
  const open = coverage.filter(
    ({ state, assessed, listed }) => state === 'scanned' && (listed.components ?? 0) > (assessed.vulnerability ?? 0),
  ).length;
  return open === 0 ? [] : [`the newest run of ${plural(open, 'source')} did not judge every component`];
}

function reasonOf({ grade, reason }: Posture, coverage: readonly SourceCoverage[]): string {
  const incomplete = coverage.filter(({ state }) => state === 'incomplete').length;
  if (grade !== 'unknown' || incomplete === 0) return reason;
  return `the newest run of ${incomplete} source${incomplete === 1 ? ' is' : 's is'} incomplete`;
}
