import { RadiusIndex } from '../../graph/blast-radius.js';
import { type Endangering, exposureSteps } from '../../graph/exposure.js';
import { capabilities, type Tool } from '../../model/agent.js';
import type { Finding } from '../../model/finding.js';
import { type ExposurePath, nodeKinds } from '../../model/graph.js';
import { whyFailing } from '../../policy/posture.js';
import { inTurns } from '../../support/turns.js';
import { FindingReader, type KeptFinding } from '../store/findings/finding-reader.js';
import type { TenantStore } from '../store/layer/store.js';
import type { KnowledgeChanges } from '../store/schema/knowledge-changes.js';
import type { Covered } from './covered.js';
import type { GraphModel } from './graph-model.js';
import type { View } from './kept.js';
import { knownOfKind } from './merged-graph.js';

/** A finding that a server reaches, reduced to what is cached. */
export interface ReachedFinding {
  findingId: string;
  sourceIds: readonly string[];
  finding: Endangering & Pick<Finding, 'title'>;
  isFixed: boolean;
}

/** An exposure path with the finding it starts from. */
export interface RankedPath extends ReachedFinding {
  path: ExposurePath;
}

/** What servers reach. */
export interface Exposure {
  /** Highest score first; findings covered by an exception are left out. */
  paths: readonly RankedPath[];
  /** Findings that lead to an F only because an agent is near, ordered by id. */
  near: readonly ReachedFinding[];
  /** True when it takes so long to compute that a recent one is answered meanwhile. */
  isLarge: boolean;
  reach: Reach;
}

/** The nodes that servers reach, and the open findings about them. */
interface Reach {
  walks: number;
  radius: RadiusIndex;
  components: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
  tools: readonly Tool[];
  found: ReadonlyMap<string, ReachedFinding>;
}

/** The kinds of subjects that findings may have, other than packages. */
const SUBJECTS = nodeKinds.filter((kind) => kind !== 'package' && kind !== 'finding');

/** With more findings and components, ranking takes noticeable time. */
const LARGE = 3000;

/** What an exposure is computed from. */
interface Grounds {
  graph(): Promise<GraphModel>;
  covered(): Promise<Covered>;
}

/** The exposure of a tenant; `current` returns its input at that time. */
export function exposureView(current: (store: TenantStore) => Promise<Grounds>): View<Exposure> {
  const next = async (store: TenantStore, known: Exposure | undefined, changes: KnowledgeChanges | undefined): Promise<Exposure> => {
    const grounds = await current(store);
    const [graph, covered] = [await grounds.graph(), await grounds.covered()];
    const reach = await reachOf(store, graph, known?.reach, changes);
    return known?.reach === reach ? known : rank(graph, reach, covered);
  };
  return { make: (store) => next(store, undefined, undefined), change: (store, known, changes) => next(store, known, changes) };
}

/** Returns the same object when nothing within reach has changed. */
async function reachOf(
  store: TenantStore,
  graph: GraphModel,
  known: Reach | undefined,
  changes: KnowledgeChanges | undefined,
): Promise<Reach> {
  const reader = new FindingReader(store);
  const ways = known?.walks === graph.walks ? known : await waysOf(store, graph);
  const changed = await reader.some(changes?.findings ?? []);
  if (ways === known && changed.every((one) => !known.found.has(one.findingId) && !isReached(known, one))) return known;
  const found = new Map(known?.found);
  if (ways !== known) {
    const [components, subjects] = [added(ways.components, known?.components), added(ways.subjects, known?.subjects)];
    for (const one of await reader.touching(components, subjects)) found.set(one.findingId, kept(one));
    for (const [id, { finding }] of found) if (!isWithin(ways, finding)) found.delete(id);
  }
  for (const one of changed) {
    if (isReached(ways, one)) found.set(one.findingId, kept(one));
    else found.delete(one.findingId);
  }
  return { ...ways, found };
}

function isReached(ways: Pick<Reach, 'components' | 'subjects'>, one: KeptFinding): boolean {
  return one.status === 'open' && isWithin(ways, one);
}

async function waysOf(store: TenantStore, graph: GraphModel): Promise<Omit<Reach, 'found'>> {
  const { walks } = graph;
  const radius = await inTurns(RadiusIndex.over(graph));
  const subjects = new Set(SUBJECTS.flatMap((kind) => graph.ofKind(kind)));
  return { walks, radius, components: new Set(radius.components()), subjects, tools: await toolsOf(store, graph) };
}

async function rank(graph: GraphModel, reach: Reach, covered: Covered): Promise<Exposure> {
  const found = [...reach.found.values()].filter(({ findingId }) => !covered.has(findingId));
  found.sort((a, b) => (a.findingId < b.findingId ? -1 : 1));
  const active = new Map(found.map((one) => [one.finding.fingerprint, one]));
  const findings = [...active.values()].map(({ finding }) => ({ ...finding, blast_radius: reach.radius.of(finding) }));
  const paths = (await inTurns(exposureSteps(graph, findings, reach.tools))).flatMap((path) => {
    const one = active.get(path.finding);
    return one ? [{ path, ...one }] : [];
  });
  const near = found.filter(({ finding, isFixed }) => turnsOnNear(finding, isFixed) && reach.radius.of(finding).agents.length > 0);
  return { paths, near, isLarge: found.length + reach.components.size > LARGE, reach };
}

/** True for a finding that leads to an F only near an agent. */
function turnsOnNear(finding: ReachedFinding['finding'], isFixed: boolean): boolean {
  return whyFailing(finding, isFixed) === undefined && whyFailing(finding, true) !== undefined;
}

function kept({ findingId, sourceIds, finding }: KeptFinding): ReachedFinding {
  const { fingerprint, id, kind, severity, kev, epss, component, subject, context, suppressed, title, fixed_version } = finding;
  const optional = {
    ...(epss && { epss }),
    ...(component !== undefined && { component }),
    ...(subject !== undefined && { subject }),
    ...(context && { context }),
    ...(suppressed && { suppressed }),
  };
  return {
    findingId,
    sourceIds,
    finding: { fingerprint, id, kind, severity, kev, title, ...optional },
    isFixed: fixed_version !== undefined,
  };
}

function isWithin(
  { components, subjects }: Pick<Reach, 'components' | 'subjects'>,
  about: { component?: string | null; subject?: string | null },
) {
  return (about.component != null && components.has(about.component)) || (about.subject != null && subjects.has(about.subject));
}

function added(all: ReadonlySet<string>, before: ReadonlySet<string> = new Set()): string[] {
  return [...all].filter((one) => !before.has(one));
}

async function toolsOf(store: TenantStore, graph: GraphModel): Promise<Tool[]> {
  const tools = await knownOfKind(store, 'tool');
  return tools.map(({ id, label, properties }) => {
    const stated = Array.isArray(properties.capabilities) ? properties.capabilities : [];
    const known = capabilities.filter((capability) => stated.includes(capability));
    return { ref: id, server: graph.intoOf(id, 'offers')[0] ?? '', name: label, capabilities: known, hash: '' };
  });
}
