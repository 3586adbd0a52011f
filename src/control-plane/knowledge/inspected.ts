import type { FindingKind } from '../../model/finding.js';
import { type NodeKind, nodeKinds } from '../../model/graph.js';
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

/** Numbers of a job's summary that say the same, also of what leaves no node. */
const COUNTED: Readonly<Partial<Record<NodeKind, string>>> = {
  package: 'components',
  server: 'servers',
  agent: 'agents',
  tool: 'tools',
  skill: 'skills',
  model: 'models',
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
      const sources = node.sources.filter((id) => looks(node.kind, check, whole.get(id)));
      if (sources.length > 0) note(seen, check, { count: 1, sources, last_seen: node.last_seen });
    }
  }
  for (const source of whole.values()) noteSummary(seen, source);
  return [...seen]
    .map(([kind, { count, sources, last_seen }]) => ({ kind, count, sources: [...sources].sort(), last_seen }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

function noteSummary(seen: Map<FindingKind, Growing>, source: SourceCoverage): void {
  for (const kind of nodeKinds) {
    const count = countOf(kind, source);
    for (const check of CHECKS[kind] ?? []) {
      if (count === 0 || !looks(kind, check, source) || seen.get(check)?.sources.has(source.source_id)) continue;
      note(seen, check, { count, sources: [source.source_id], last_seen: source.finished_at ?? '' });
    }
  }
}

/** What is pushed may name things that nobody has judged; there the newest run says what it looked at. */
function looks(kind: NodeKind, check: FindingKind, source: SourceCoverage | undefined): boolean {
  if (!source || (source.kind.startsWith('ingest.') && countOf(kind, source) === 0)) return false;
  return check === 'vulnerability' || check === 'malicious' || check === 'suspicious_package' ? MATCHING.test(source.kind) : true;
}

function countOf(kind: NodeKind, { seen }: SourceCoverage): number {
  return seen[COUNTED[kind] ?? ''] ?? 0;
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
