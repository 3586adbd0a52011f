import type { Posture } from '../../model/verdict.js';
import { gradeOf, type PostureFacts, whyFailing } from '../../policy/posture.js';
import { coverageOf, type SourceCoverage } from '../store/coverage.js';
import type { TenantStore } from '../store/store.js';
import type { Knowledge } from './knowledge.js';
import type { NotableFinding, Summary } from './summary.js';

export interface TenantPosture extends Posture {
  summary: Summary;
  coverage: SourceCoverage[];
  /** Findings that earn an F each, by id. */
  failing: NotableFinding[];
}

/** The tenant's grade: the one function of scans, over the open findings of all sources that no exception speaks for. */
export async function postureOf(knowledge: Knowledge, store: TenantStore, now: number): Promise<TenantPosture> {
  const summary = await knowledge.summary(store, now);
  const coverage = await coverageOf(store);
  const failing: { finding: NotableFinding; because: NonNullable<PostureFacts['failing']>['because'] }[] = [];
  for (const finding of summary.notable) {
    const { kind, kev } = finding;
    const judged = { kind, kev: kev ? ('listed' as const) : ('not_listed' as const), severity: finding.severity };
    const because = whyFailing(judged, finding.fixed || (await isNearAgent(knowledge, store, finding)));
    if (because) failing.push({ finding, because });
  }
  const [first] = failing.sort((a, b) => ORDER[a.because] - ORDER[b.because]);
  const posture = gradeOf(
    { bySeverity: summary.bySeverity, ...(first && { failing: { id: first.finding.id, because: first.because } }) },
    { outcome: outcomeOf(coverage), gates: [] },
  );
  return { ...posture, reason: reasonOf(posture, coverage), summary, coverage, failing: failing.map(({ finding }) => finding) };
}

const ORDER = { malicious: 0, kev: 1, critical: 2 };

async function isNearAgent(knowledge: Knowledge, store: TenantStore, { component, subject }: NotableFinding): Promise<boolean> {
  const { radius } = await knowledge.graph(store);
  const about = { ...(component !== null && { component }), ...(subject !== null && { subject }) };
  return radius.of(about).agents.length > 0;
}

/** Says what there is, and judges nothing of it. */
const INVENTORY_ONLY = 'ingest.fleet_sync';

/** A source whose newest run was not whole makes all of it incomplete: zero findings there would mean nothing. */
function outcomeOf(coverage: readonly SourceCoverage[]): 'incomplete' | 'empty' | 'findings' {
  if (coverage.some(({ state }) => state === 'incomplete')) return 'incomplete';
  return coverage.some(({ state, kind }) => state === 'scanned' && kind !== INVENTORY_ONLY) ? 'findings' : 'empty';
}

function reasonOf({ grade, reason }: Posture, coverage: readonly SourceCoverage[]): string {
  const incomplete = coverage.filter(({ state }) => state === 'incomplete').length;
  if (grade !== 'unknown' || incomplete === 0) return reason;
  return `the newest run of ${incomplete} source${incomplete === 1 ? ' is' : 's is'} incomplete`;
}
