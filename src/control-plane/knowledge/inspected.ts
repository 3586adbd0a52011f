import type { NodeKind } from '../../model/graph.js';
import type { Inspected, NotInspected } from '../../policy/compliance/assess.js';
import { type CheckedKind, checkedKinds } from '../../policy/compliance/bearing.js';
import type { SourceCoverage } from '../store/coverage.js';
import type { GraphModel } from './graph-model.js';

/** What the tenant's checks looked at, and what they did not. */
export interface Inspections {
  inspected: Inspected[];
  not_inspected: NotInspected[];
}

const PACKAGES = ['vulnerability', 'malicious', 'suspicious_package'] as const;
const CONFIGURATION = [...PACKAGES, 'mcp_config', 'tool'] as const;
const OF_FILES = checkedKinds.filter((kind) => kind !== 'cloud' && kind !== 'image');

/** The checks of a complete look at a source of each kind. None: the source only forwards what others state. */
const CHECKS: Readonly<Record<string, readonly CheckedKind[]>> = {
  'scan.repo': OF_FILES,
  'scan.image': [...CONFIGURATION, 'skill', 'model', 'secret', 'image', 'license'],
  'scan.iac': ['iac'],
  'scan.cloud': ['cloud'],
  'connector.cloud_read_only': ['cloud'],
  'connector.warehouse': ['cloud'],
  'scan.mcp_config': CONFIGURATION,
  'ingest.artifact_import': [...PACKAGES, 'license'],
  'ingest.result_push': OF_FILES,
};

/** What each check looks at, by its name in the summary of a job. */
const SUBJECTS: Readonly<Record<CheckedKind, readonly string[]>> = {
  vulnerability: ['components'],
  malicious: ['components'],
  suspicious_package: ['components'],
  mcp_config: ['agents', 'servers'],
  tool: ['tools', 'servers'],
  skill: ['skills'],
  model: ['models'],
  cloud: ['cloud'],
  secret: [],
  iac: [],
  image: [],
  license: ['components'],
};

/** Kinds that look at every file: a run that has looked at none has not looked. */
const OF_EVERY_FILE: ReadonlySet<CheckedKind> = new Set(['secret']);

const LEFT_OUT: Readonly<Record<CheckedKind, string>> = {
  vulnerability: 'its packages were not looked up',
  malicious: 'its packages were not looked up',
  suspicious_package: 'its packages were not looked at',
  mcp_config: 'it names servers whose configuration was not read',
  tool: 'it names servers whose tools were not read',
  skill: 'it names skills that were not read',
  model: 'it names models that were not read',
  cloud: 'it names things of a cloud that were not judged',
  secret: 'it was not searched for secrets',
  iac: 'its infrastructure code was not read',
  image: 'it names images that were not read',
  license: 'no licence policy has judged its packages',
};

const FLEET = 'ingest.fleet_sync';

/** What checks of each kind looked at in the newest complete runs, and the sources without such a run. */
export function inspectionOf(graph: GraphModel, coverage: readonly SourceCoverage[]): Inspections {
  const whole = coverage.filter(({ state, kind }) => state === 'scanned' && kind !== FLEET);
  const known = coverage.filter(({ state }) => state === 'scanned');
  return {
    inspected: checkedKinds.flatMap((kind) => lookedAt(kind, whole) ?? []),
    not_inspected: checkedKinds.flatMap((kind) => [
      ...missing(kind, 'its newest run was not whole', coverage.filter(isIncomplete)),
      ...missing(kind, 'it has never been read whole', coverage.filter(isWaiting)),
      ...leftOut(kind, new Set([...sourcesOf(whole.filter((one) => looks(kind, one) === null)), ...unseen(kind, graph, { whole, known })])),
    ]),
  };
}

/**
 * How much the source's newest run looked at; null: at nothing of what was there. Undefined: it did not look for any.
 */
function looks(kind: CheckedKind, source: SourceCoverage): number | null | undefined {
  const count = source.assessed[kind] ?? 0;
  if (count > 0) return count;
  if (SUBJECTS[kind].some((subject) => (source.listed[subject] ?? 0) > 0)) return null;
  if (!CHECKS[source.kind]?.includes(kind)) return undefined;
  if (source.left_out.includes(kind)) return null;
  // A push without findings may also mean that nobody looked.
  if (source.kind.startsWith('ingest.')) return undefined;
  return OF_EVERY_FILE.has(kind) ? null : 0;
}

function lookedAt(kind: CheckedKind, whole: readonly SourceCoverage[]): Inspected | undefined {
  const looked = whole.filter((source) => typeof looks(kind, source) === 'number');
  const last_seen = looked
    .map(({ finished_at }) => finished_at ?? '')
    .sort()
    .at(-1);
  if (last_seen === undefined) return undefined;
  return { kind, count: looked.reduce((sum, { assessed }) => sum + (assessed[kind] ?? 0), 0), sources: sourcesOf(looked), last_seen };
}

function isIncomplete({ state }: SourceCoverage): boolean {
  return state === 'incomplete';
}

/** False for a source that nobody intends to scan, which therefore delays nothing. */
function isWaiting({ state, enabled }: SourceCoverage): boolean {
  return state === 'never' && enabled;
}

function missing(kind: CheckedKind, why: string, sources: readonly SourceCoverage[]): NotInspected[] {
  const concerned = sources.filter((source) => CHECKS[source.kind]?.includes(kind));
  return concerned.length === 0 ? [] : [{ kind, why, sources: sourcesOf(concerned) }];
}

function leftOut(kind: CheckedKind, sources: ReadonlySet<string>): NotInspected[] {
  return sources.size === 0 ? [] : [{ kind, why: LEFT_OUT[kind], sources: [...sources].sort() }];
}

interface Sources {
  /** Sources whose newest run was a complete scan. */
  whole: readonly SourceCoverage[];
  /** Those sources and the fleet's. */
  known: readonly SourceCoverage[];
}

/** The things of a graph that checks of a kind look at. */
const NAMED: Readonly<Partial<Record<CheckedKind, NodeKind>>> = { mcp_config: 'server', tool: 'server', image: 'image' };

/** Sources with servers whose configuration no complete scan has read, or whose tools nobody has read; and with images nobody has read. */
function unseen(kind: CheckedKind, graph: GraphModel, { whole, known }: Sources): Set<string> {
  const naming = new Set<string>();
  const named = NAMED[kind];
  if (named === undefined) return naming;
  const looked = new Set(sourcesOf(whole.filter((source) => typeof looks(kind, source) === 'number')));
  const own = new Set(sourcesOf(known));
  for (const id of graph.ofKind(named)) {
    const sources = graph.nodes.get(id)?.sources ?? [];
    const isSeen = sources.some((source) => looked.has(source)) && (kind !== 'tool' || graph.outOf(id, 'offers').length > 0);
    if (!isSeen) for (const source of sources) if (own.has(source)) naming.add(source);
  }
  return naming;
}

function sourcesOf(sources: readonly SourceCoverage[]): string[] {
  return sources.map(({ source_id }) => source_id).sort();
}
