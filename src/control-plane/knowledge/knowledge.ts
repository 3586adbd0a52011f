import { RadiusIndex } from '../../graph/blast-radius.js';
import { exposurePaths } from '../../graph/exposure.js';
import { capabilities, type Tool } from '../../model/agent.js';
import type { Finding } from '../../model/finding.js';
import type { ExposurePath } from '../../model/graph.js';
import { exceptionFor } from '../../policy/exceptions.js';
import { inTurns } from '../../support/turns.js';
import { ExceptionRepository } from '../store/exceptions.js';
import { FindingReader, type OpenFinding } from '../store/finding-reader.js';
import { type ChangeRange, GraphRepository } from '../store/graph.js';
import { knowledgeVersion } from '../store/knowledge-version.js';
import type { Store, TenantStore } from '../store/store.js';
import { type FailingFinding, failingOf } from './failing.js';
import { type NetChange, netChanges } from './graph-diff.js';
import { GraphMerge, MergedGraph } from './merged-graph.js';
import { Summary } from './summary.js';

/** An exposure path with the finding it starts from. */
export interface RankedPath {
  path: ExposurePath;
  findingId: string;
  sourceId: string;
  finding: Finding;
}

/** What findings are spoken for by which exception, as far as an exception is in force. */
export type Covered = ReadonlyMap<string, string>;

const NOTHING_COVERED: Covered = new Map();

/** Views over what a tenant knows, each computed when it is first asked for and kept until findings or graph change. */
export class Knowledge {
  private readonly kept = new Map<string, { key: unknown; value: Promise<unknown> }>();
  /** Nodes and edges in memory. */
  size = 0;
  /** Milliseconds since some beginning. */
  usedAt = 0;

  constructor(readonly version: number) {}

  graph(store: TenantStore): Promise<MergedGraph> {
    return this.once('graph', '', async () => {
      const repository = new GraphRepository(store);
      const merge = new GraphMerge();
      for await (const rows of repository.nodes()) merge.addNodes(rows);
      for await (const rows of repository.edges()) merge.addEdges(rows);
      const graph = new MergedGraph(merge);
      this.size = graph.size;
      return graph;
    });
  }

  radius(store: TenantStore): Promise<RadiusIndex> {
    return this.once('radius', '', async () => inTurns(RadiusIndex.over((await this.graph(store)).adjacency)));
  }

  /** What became of nodes and edges over a time; `cut` when there were more than `limit` changes. */
  changes(store: TenantStore, range: ChangeRange): Promise<{ net: NetChange[]; cut: boolean }> {
    return this.once('changes', JSON.stringify(range), async () => {
      const rows = await new GraphRepository(store).changes({ ...range, limit: range.limit + 1 });
      return { net: netChanges(rows.slice(0, range.limit)), cut: rows.length > range.limit };
    });
  }

  /** Exceptions by the id of the finding each speaks for. */
  async covered(store: TenantStore, now: number): Promise<Covered> {
    const inForce = await new ExceptionRepository(store).inForce(new Date(now).toISOString());
    if (inForce.length === 0) return NOTHING_COVERED;
    // A day's time decides how long one for a malicious package still runs.
    const key = JSON.stringify([Math.floor(now / 3_600_000), inForce]);
    return this.once('covered', key, async () => {
      const reader = new FindingReader(store);
      const covered = new Map<string, string>();
      for (const problem of new Set(inForce.map((exception) => exception.problem))) {
        for (const { findingId, sourceId, finding } of await reader.named(problem)) {
          const exception = exceptionFor({ ...finding, source: sourceId }, inForce, now);
          if (exception) covered.set(findingId, exception.id);
        }
      }
      return covered;
    });
  }

  /** Highest score first; findings that an exception speaks for are left out. */
  async exposure(store: TenantStore, now: number): Promise<RankedPath[]> {
    const covered = await this.covered(store, now);
    return this.once('exposure', covered, async () => {
      const [graph, radius] = [await this.graph(store), await this.radius(store)];
      return rankPaths({ graph, radius, covered, found: await reached(store, graph, radius) });
    });
  }

  /** Open findings that no exception speaks for, counted. */
  async summary(store: TenantStore, now: number): Promise<Summary> {
    const covered = await this.covered(store, now);
    return this.once('summary', covered, async () => {
      const summary = new Summary();
      for await (const findings of new FindingReader(store).open()) {
        for (const finding of findings) summary.add(finding, covered.has(finding.finding_id));
      }
      return summary;
    });
  }

  /** Findings that earn an F each, the worst reason first. */
  async failing(store: TenantStore, now: number): Promise<readonly FailingFinding[]> {
    const covered = await this.covered(store, now);
    return this.once('failing', covered, async () => {
      const { notable } = await this.summary(store, now);
      // Walking the graph is for those that may lie near an agent.
      return failingOf(notable, notable.length === 0 ? undefined : await this.radius(store));
    });
  }

  /** Numbers of findings that are not open. */
  setAside(store: TenantStore): Promise<{ suppressed: number; resolved: number }> {
    return this.once('set-aside', '', async () => {
      const reader = new FindingReader(store);
      return { suppressed: await reader.count('suppressed'), resolved: await reader.count('resolved') };
    });
  }

  private once<T>(name: string, key: unknown, make: () => Promise<T>): Promise<T> {
    const known = this.kept.get(name);
    if (known && known.key === key) return known.value as Promise<T>;
    const value = make();
    this.kept.set(name, { key, value });
    // A failure is not kept: the next request tries again.
    value.catch(() => this.kept.delete(name));
    return value;
  }
}

async function reached(store: TenantStore, graph: MergedGraph, radius: RadiusIndex): Promise<OpenFinding[]> {
  const subjects = graph.graph.nodes.filter(({ kind }) => kind !== 'package' && kind !== 'finding').map(({ id }) => id);
  return new FindingReader(store).touching(radius.components(), subjects);
}

interface Ranked {
  graph: MergedGraph;
  radius: RadiusIndex;
  found: readonly OpenFinding[];
  covered: Covered;
}

function rankPaths({ graph, radius, found, covered }: Ranked): RankedPath[] {
  const active = new Map(found.filter(({ findingId }) => !covered.has(findingId)).map((one) => [one.finding.fingerprint, one]));
  const findings = [...active.values()].map(({ finding }) => ({ ...finding, blast_radius: radius.of(finding) }));
  return exposurePaths(graph.graph, findings, toolsOf(graph)).flatMap((path) => {
    const one = active.get(path.finding);
    return one ? [{ path, ...one }] : [];
  });
}

function toolsOf({ nodes, adjacency }: MergedGraph): Tool[] {
  return [...nodes.values()]
    .filter(({ kind }) => kind === 'tool')
    .map(({ id, label, properties }) => {
      const stated = Array.isArray(properties.capabilities) ? properties.capabilities : [];
      const known = capabilities.filter((capability) => stated.includes(capability));
      return { ref: id, server: adjacency.intoOf(id, 'offers')[0] ?? '', name: label, capabilities: known, hash: '' };
    });
}

/** Graphs of so many nodes and edges stay in memory, of all tenants together; the least recently used go first. */
const MAX_KEPT = 500_000;
const MAX_TENANTS = 200;
/** Nobody has asked for so long: it is made again when somebody does. */
const IDLE_MS = 5 * 60_000;

const caches = new WeakMap<Store, Map<string, Knowledge>>();

/**
 * What the tenant knows now. Changes of other processes are seen by the version that is read with each request. Not for transactions
 * that write: what they read may never be committed.
 */
export async function knowledgeOf(of: Store, store: TenantStore): Promise<Knowledge> {
  const version = await knowledgeVersion(store);
  const cache = caches.get(of) ?? new Map<string, Knowledge>();
  caches.set(of, cache);
  const known = cache.get(store.tenantId);
  const current = known?.version === version ? known : new Knowledge(version);
  cache.delete(store.tenantId);
  cache.set(store.tenantId, current);
  current.usedAt = performance.now();
  dropOldest(cache);
  dropIdle(cache);
  return current;
}

const watched = new WeakSet<Map<string, Knowledge>>();

/** Looks after a cache until it is empty, so that what many people once looked at does not stay for ever. */
function dropIdle(cache: Map<string, Knowledge>): void {
  if (watched.has(cache)) return;
  watched.add(cache);
  setTimeout(() => {
    watched.delete(cache);
    for (const [tenant, { usedAt }] of cache) if (performance.now() - usedAt >= IDLE_MS) cache.delete(tenant);
    if (cache.size > 0) dropIdle(cache);
  }, IDLE_MS / 5).unref();
}

function dropOldest(cache: Map<string, Knowledge>): void {
  let size = [...cache.values()].reduce((sum, one) => sum + one.size, 0);
  for (const [tenant, { size: own }] of cache) {
    if ((size <= MAX_KEPT && cache.size <= MAX_TENANTS) || cache.size === 1) return;
    cache.delete(tenant);
    size -= own;
  }
}
