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
  /** Age of the data in milliseconds. */
  ageMs: number;
}

/** Number of failing findings that are named. */
const NAMED = 20;

/**
 * The tenant's grade, computed by the same function as for scans, from the open findings of all sources that no
 * exception covers.
 */
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

/** A source of inventory only, without findings. */
const INVENTORY_ONLY = 'ingest.fleet_sync';

/**
 * A source whose newest run was incomplete makes the whole incomplete, because zero findings there would mean nothing.
 */
function outcomeOf(coverage: readonly SourceCoverage[]): 'incomplete' | 'empty' | 'findings' {
  if (coverage.some(({ state }) => state === 'incomplete')) return 'incomplete';
  return coverage.some(({ state, kind }) => state === 'scanned' && kind !== INVENTORY_ONLY) ? 'findings' : 'empty';
}

/** Sources with packages that were looked up nowhere, so that zero findings about them mean nothing. */
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
