import { feedAges } from '../advisories/freshness.js';
import { exposurePaths } from '../graph/exposure.js';
import { fixFirst } from '../graph/fix-first.js';
import type { FeedState } from '../model/advisory.js';
import type { Graph } from '../model/graph.js';
import type { Issue } from '../model/outcome.js';
import { type Note, REPORT_SCHEMA_VERSION, type ScanReport } from '../model/report.js';
import type { PolicyOutcome } from '../policy/judge.js';
import { compareText } from '../support/compare-text.js';
import { checksOf } from './checks.js';
import { countReport } from './counts.js';
import { remediesOf } from './remedies.js';
import type { ScanState } from './state.js';

interface Parts {
  state: ScanState;
  graph: Graph;
  judgement: PolicyOutcome;
}

/** The report of a run, its lists sorted so that equal scans give equal bytes. */
export function assemble({ state, graph, judgement }: Parts): ScanReport {
  const { inventory, request, context, matched } = state;
  const { findings, verdict, posture } = judgement;
  const paths = exposurePaths(graph, findings, inventory.tools);
  return {
    schema_version: REPORT_SCHEMA_VERSION,
    tool: { name: 'castellan', version: state.version },
    scan_run: {
      started_at: new Date(state.startedAt).toISOString(),
      finished_at: new Date(context.clock()).toISOString(),
      targets: request.demo ? ['demo'] : request.targets.map((target) => target.value),
      offline: request.offline,
      collectors: inventory.collectors,
      issues: inventory.issues.sort(compareIssues),
      feeds: feedsUsed(state),
      checks: checksOf(state),
      narrowed: state.narrowed,
    },
    counts: countReport(inventory, findings, matched.withdrawn.length),
    components: inventory.components,
    agents: inventory.agents,
    servers: inventory.servers,
    tools: inventory.tools,
    credentials: inventory.credentials,
    skills: inventory.skills,
    models: inventory.models,
    findings,
    graph,
    exposure_paths: paths,
    fix_first: fixFirst(remediesOf(inventory, findings, matched.matches), paths),
    notes: [...state.notes, ...judgement.notes].sort(compareNotes),
    verdict,
    posture,
  };
}

/** Feeds about the scanned ecosystems, and the two (KEV, EPSS) about all. */
function feedsUsed({ advisories, inventory }: ScanState): FeedState[] {
  const used = feedAges(
    advisories?.feeds() ?? [],
    { ecosystems: inventory.components.map((component) => component.ecosystem), kev: true },
    0,
  );
  const epss = (advisories?.feeds() ?? []).filter((feed) => feed.name === 'epss');
  return [...used.map(({ feed }) => feed), ...epss];
}

function compareIssues(a: Issue, b: Issue): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  if (a.line !== b.line) return (a.line ?? 0) - (b.line ?? 0);
  return compareText(a.reason, b.reason);
}

function compareNotes(a: Note, b: Note): number {
  const left = a.kind + a.text;
  const right = b.kind + b.text;
  return left < right ? -1 : left > right ? 1 : 0;
}
