import type { postureRoutes } from '../../../api/posture.js';
import { knowledgeOf } from '../../knowledge/knowledge.js';
import { postureOf } from '../../knowledge/posture.js';
import type { Summary } from '../../knowledge/summary.js';
import type { CoverageState, SourceCoverage } from '../../store/coverage.js';
import type { Handlers } from '../call.js';

const SHOWN = 20;

export const postureHandlers: Handlers<typeof postureRoutes> = {
  getPosture: async ({ store, plane }) => {
    const knowledge = await knowledgeOf(plane.store, store);
    const { grade, reason, summary, coverage, failing } = await postureOf(knowledge, store, plane.clock());
    return {
      body: {
        grade,
        reason,
        counts: shownCounts(summary),
        failing: failing.slice(0, SHOWN).map(({ finding_id, id, kind, severity }) => ({ finding_id, id, kind, severity })),
        failing_total: failing.length,
        coverage: shownCoverage(coverage),
      },
    };
  },
  getPostureCounts: async ({ store, plane }) => {
    const knowledge = await knowledgeOf(plane.store, store);
    const summary = await knowledge.summary(store, plane.clock());
    return { body: { ...shownCounts(summary), ...(await knowledge.setAside(store)) } };
  },
};

/** Numbers of open findings, in a fixed order of kinds. */
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
