import type { NodeKind } from '../../model/graph.js';
import type { Inspected, NotInspected } from '../../policy/compliance/assess.js';
import { type CheckedKind, checkedKinds } from '../../policy/compliance/bearing.js';
import { checksOfSource } from '../ingest/checks.js';
import type { SourceCoverage } from '../store/coverage.js';
import type { MergedGraph } from './merged-graph.js';

/** What the tenant's checks looked at, and what they did not. */
export interface Inspection {
  inspected: Inspected[];
  not_inspected: NotInspected[];
}

/** Checks that look at nodes of a kind; what fleet sync names is there without having been looked at. */
const CHECK: Readonly<Partial<Record<NodeKind, CheckedKind>>> = { server: 'mcp_config', tool: 'tool' };

/** What was looked at by checks of each kind in newest runs that were whole, and where such a run is missing. */
export function inspectionOf(graph: MergedGraph, coverage: readonly SourceCoverage[], fleet: readonly string[]): Inspection {
  const whole = coverage.filter(({ state }) => state === 'scanned');
  return {
    inspected: checkedKinds.flatMap((kind) => lookedAt(kind, whole) ?? []),
    not_inspected: checkedKinds.flatMap((kind) => [
      ...gapOf(kind, 'its newest run was not whole', coverage.filter(isIncomplete)),
      ...gapOf(kind, 'it has never been read whole', coverage.filter(isWaiting)),
      ...leftOut(kind, whole),
      ...unseen(kind, graph, { whole, fleet }),
    ]),
  };
}

function lookedAt(kind: CheckedKind, whole: readonly SourceCoverage[]): Inspected | undefined {
  const looked = whole.filter(({ checks }) => typeof checks[kind] === 'number');
  const times = looked.map(({ finished_at }) => finished_at ?? '').sort();
  const last_seen = times.at(-1);
  if (last_seen === undefined) return undefined;
  return { kind, count: looked.reduce((sum, { checks }) => sum + (checks[kind] ?? 0), 0), sources: idsOf(looked), last_seen };
}

function isIncomplete({ state }: SourceCoverage): boolean {
  return state === 'incomplete';
}

/** A source that nobody means to read holds nothing up. */
function isWaiting({ state, enabled }: SourceCoverage): boolean {
  return state === 'never' && enabled;
}

function gapOf(kind: CheckedKind, why: string, sources: readonly SourceCoverage[]): NotInspected[] {
  const concerned = sources.filter((source) => checksOfSource(source.kind).includes(kind));
  return concerned.length === 0 ? [] : [{ kind, why, sources: idsOf(concerned) }];
}

const LEFT_OUT: Readonly<Record<CheckedKind, string>> = {
  vulnerability: 'its packages were not looked up',
  malicious: 'its packages were not looked up',
  suspicious_package: 'its packages state no exact version',
  mcp_config: 'it names servers whose configuration was not read',
  tool: 'it names servers whose tools were not read',
  skill: 'it names skills that were not read',
  model: 'it names models that were not read',
};

function leftOut(kind: CheckedKind, whole: readonly SourceCoverage[]): NotInspected[] {
  const concerned = whole.filter(({ checks }) => checks[kind] === null);
  return concerned.length === 0 ? [] : [{ kind, why: LEFT_OUT[kind], sources: idsOf(concerned) }];
}

interface Sources {
  whole: readonly SourceCoverage[];
  fleet: readonly string[];
}

/** What the fleet has, and no whole scan has seen. */
function unseen(kind: CheckedKind, { nodes }: MergedGraph, { whole, fleet }: Sources): NotInspected[] {
  if (fleet.length === 0) return [];
  const looked = new Set(whole.filter(({ checks }) => typeof checks[kind] === 'number').map(({ source_id }) => source_id));
  const reporting = new Set(fleet);
  const concerned = new Set<string>();
  for (const node of nodes.values()) {
    if (CHECK[node.kind] !== kind || node.sources.some((id) => looked.has(id))) continue;
    for (const id of node.sources) if (reporting.has(id)) concerned.add(id);
  }
  return concerned.size === 0 ? [] : [{ kind, why: LEFT_OUT[kind], sources: [...concerned].sort() }];
}

function idsOf(sources: readonly SourceCoverage[]): string[] {
  return sources.map(({ source_id }) => source_id).sort();
}
