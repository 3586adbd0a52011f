import type { postureRoutes } from '../../../api/posture.js';
import { knowledgeOf } from '../../knowledge/knowledge.js';
import { postureOf } from '../../knowledge/posture.js';
import type { Summary } from '../../knowledge/summary.js';
import type { CoverageState, SourceCoverage } from '../../store/coverage.js';
import { ageHeader } from '../age-header.js';
import type { Handlers } from '../call.js';

export const postureHandlers: Handlers<typeof postureRoutes> = {
  getPosture: async ({ store, plane }) => {
    const knowledge = await knowledgeOf(plane.store, store, plane.clock());
    const { grade, reason, summary, coverage, failing, ageMs } = await postureOf(knowledge, store);
    return {
      headers: ageHeader(ageMs),
      body: {
        grade,
        reason,
        counts: shownCounts(summary),
        failing: failing.first.map(({ finding_id, id, kind, severity }) => ({ finding_id, id, kind, severity })),
        failing_total: failing.total,
        coverage: shownCoverage(coverage),
      },
    };
  },
  getPostureCounts: async ({ store, plane }) => {
    const summary = await (await knowledgeOf(plane.store, store, plane.clock())).summary();
    return { body: { ...shownCounts(summary), suppressed: summary.suppressed, resolved: summary.resolved } };
  },
};

/** Numbers of open findings, with kinds in a fixed order. */
function shownCounts({ total, excepted, kev, bySeverity, byKind }: Summary) {
  const by_kind = Object.fromEntries([...byKind].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { open: total, excepted, kev, by_severity: bySeverity, by_kind };
}

function shownCoverage(coverage: readonly SourceCoverage[]) {
  const count = (state: CoverageState) => coverage.filter((source) => source.state === state).length;
  const gaps = coverage.filter(({ state }) => state !== 'scanned');
  const finished = coverage.flatMap(({ finished_at }) => finished_at ?? []).sort();
  return {
    sources: coverage.length,
    scanned: count('scanned'),
    incomplete: count('incomplete'),
    empty: count('empty'),
    never_scanned: count('never'),
    last_finished_at: finished.at(-1) ?? null,
    gaps: gaps.map(({ source_id, kind, display_name, state, job_id }) => ({ source_id, kind, display_name, state, job_id })),
  };
}
