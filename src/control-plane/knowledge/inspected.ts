import type { FindingKind } from '../../model/finding.js';
import type { NodeKind } from '../../model/graph.js';
import type { Inspected } from '../../policy/compliance/assess.js';
import type { SourceCoverage } from '../store/coverage.js';
import type { MergedGraph } from './merged-graph.js';

/** Checks that look at nodes of a kind. */
const CHECKS: Readonly<Partial<Record<NodeKind, readonly FindingKind[]>>> = {
  package: ['vulnerability', 'malicious', 'suspicious_package'],
  server: ['mcp_config'],
  agent: ['mcp_config'],
  tool: ['tool'],
  skill: ['skill'],
  model: ['model'],
};

/** Numbers of a job's summary that say the same of what leaves no node. */
const COUNTED = {
  components: CHECKS.package,
  servers: CHECKS.server,
  agents: CHECKS.agent,
  tools: CHECKS.tool,
  skills: CHECKS.skill,
  models: CHECKS.model,
};

/** Sources whose packages are matched with advisories; others only say that they are there. */
const MATCHING = /^scan\.|^ingest\.(?:result_push|artifact_import)$/;

interface Growing {
  count: number;
  sources: Set<string>;
  last_seen: string;
}

/** What was looked at by checks of each kind, in newest runs that were whole. */
export function inspectedOf({ nodes }: MergedGraph, coverage: readonly SourceCoverage[]): Inspected[] {
  const whole = new Map(coverage.filter(({ state }) => state === 'scanned').map((source) => [source.source_id, source]));
  const seen = new Map<FindingKind, Growing>();
  for (const node of nodes.values()) {
    for (const check of CHECKS[node.kind] ?? []) {
      const sources = node.sources.filter((id) => looks(check, whole.get(id)));
      if (sources.length > 0) note(seen, check, { count: 1, sources, last_seen: node.last_seen });
    }
  }
  for (const source of whole.values()) noteSummary(seen, source);
  return [...seen]
    .map(([kind, { count, sources, last_seen }]) => ({ kind, count, sources: [...sources].sort(), last_seen }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

function noteSummary(seen: Map<FindingKind, Growing>, source: SourceCoverage): void {
  for (const [name, checks] of Object.entries(COUNTED)) {
    const count = source.seen[name] ?? 0;
    for (const check of checks ?? []) {
      if (count === 0 || !looks(check, source) || seen.get(check)?.sources.has(source.source_id)) continue;
      note(seen, check, { count, sources: [source.source_id], last_seen: source.finished_at ?? '' });
    }
  }
}

function looks(check: FindingKind, source: SourceCoverage | undefined): boolean {
  if (!source) return false;
  return check === 'vulnerability' || check === 'malicious' || check === 'suspicious_package' ? MATCHING.test(source.kind) : true;
}

function note(
  seen: Map<FindingKind, Growing>,
  kind: FindingKind,
  { count, sources, last_seen }: { count: number; sources: string[]; last_seen: string },
): void {
  const known = seen.get(kind) ?? { count: 0, sources: new Set(), last_seen: '' };
  known.count += count;
  for (const source of sources) known.sources.add(source);
  if (last_seen > known.last_seen) known.last_seen = last_seen;
  seen.set(kind, known);
}
