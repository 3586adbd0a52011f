import type { overviewRoutes } from '../../../api/overview.js';
import { DAY_MS } from '../../../support/durations.js';
import { timeOf, timesOf } from '../../ground/ground.js';
import { type Knowledge, knowledgeOf } from '../../knowledge/knowledge.js';
import { postureOf } from '../../knowledge/posture.js';
import { trendOf } from '../../knowledge/trend.js';
import type { SourceCoverage } from '../../store/coverage.js';
import { ExceptionRepository } from '../../store/exceptions.js';
import { FindingGroups } from '../../store/findings/finding-groups.js';
import { JobRepository } from '../../store/jobs.js';
import { groupedFindings } from '../../triage/grouped.js';
import { ageHeader } from '../age-header.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

const PATHS_SHOWN = 5;
const FIXES_SHOWN = 10;
const GROUPS_READ = 40;
const SOURCES_SHOWN = 20;
const EXCEPTIONS_SHOWN = 10;
const ENDING_DAYS = 14;
const NEW_DAYS = 7;

export const overviewHandlers: Handlers<typeof overviewRoutes> = {
  getOverview: async (call) => {
    const { store, plane, query } = call;
    const knowledge = await knowledgeOf(plane.store, store, plane.clock());
    const { grade, reason, summary, coverage, failing, ageMs } = await postureOf(knowledge, store);
    const since = query.since ?? timeOf(plane, -NEW_DAYS * DAY_MS);
    const by_severity = await new FindingGroups(store).bySeverity({ status: ['open'], first_seen_after: since });
    const page = pageRequest({ ...call, query: { limit: GROUPS_READ } }, 'overview');
    const groups = await groupedFindings(store, { by: 'component', filter: { status: ['open'] }, page });
    const ending = await new ExceptionRepository(store).ending(...timesOf(plane, 0, ENDING_DAYS * DAY_MS));
    const jobs = new JobRepository(store);
    return {
      headers: ageHeader(ageMs),
      body: {
        posture: {
          ...{ grade, reason, open: summary.total, excepted: summary.excepted, kev: summary.kev },
          by_severity: summary.bySeverity,
          by_kind: Object.fromEntries([...summary.byKind].sort(([a], [b]) => (a < b ? -1 : 1))),
          failing_total: failing.total,
        },
        new: { since, count: Object.values(by_severity).reduce((sum, count) => sum + count, 0), by_severity },
        sources: sourcesIn(coverage, timeOf(plane, -query.stale_days * DAY_MS)),
        top_fixes: groups.items
          .flatMap(({ name, severity, count, fix }) => (fix ? [{ ...fix, name, severity, count }] : []))
          .slice(0, FIXES_SHOWN),
        exposure_paths: await pathsOf(knowledge),
        jobs: { ...(await jobs.countOpen()), failed_last_day: await jobs.failedSince(timeOf(plane, -DAY_MS)) },
        exceptions_ending: ending
          .slice(0, EXCEPTIONS_SHOWN)
          .map(({ exception_id, problem_id, requested_by, expires_at }) => ({ exception_id, problem_id, requested_by, expires_at })),
      },
    };
  },
  getPostureTrend: async ({ store, plane, query }) => ({ body: { items: await trendOf(store, plane.clock(), query.days) } }),
};

function sourcesIn(coverage: readonly SourceCoverage[], staleBefore: string) {
  const isStale = ({ state, finished_at }: SourceCoverage) => state === 'scanned' && finished_at !== null && finished_at < staleBefore;
  const states = coverage.map((source) => ({ ...source, shown: isStale(source) ? ('stale' as const) : source.state }));
  const count = (state: string) => states.filter(({ shown }) => shown === state).length;
  const items = states.flatMap(({ source_id, kind, display_name, shown: state, job_id, finished_at }) =>
    state === 'scanned' ? [] : [{ source_id, kind, display_name, state, job_id, finished_at }],
  );
  const numbers = { scanned: count('scanned'), incomplete: count('incomplete'), empty: count('empty') };
  return { total: coverage.length, ...numbers, never_scanned: count('never'), stale: count('stale'), items: items.slice(0, SOURCES_SHOWN) };
}

async function pathsOf(knowledge: Knowledge) {
  const { exposure } = await knowledge.exposure();
  const { nodes } = await knowledge.graph();
  const items = exposure.paths.slice(0, PATHS_SHOWN).map(({ path, finding, findingId }) => ({
    id: path.id,
    score: path.score,
    why: path.why,
    finding_id: findingId,
    severity: finding.severity,
    nodes: path.nodes.flatMap((id) => {
      const node = nodes.get(id);
      return node ? [{ id, kind: node.kind, label: node.label }] : [];
    }),
  }));
  return { total: exposure.paths.length, items };
}
