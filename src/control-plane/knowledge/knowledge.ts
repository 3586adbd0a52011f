import type { AgreedException } from '../../policy/exceptions.js';
import { ExceptionRepository } from '../store/exceptions.js';
import { type FindingCount, FindingCounts } from '../store/findings/finding-counts.js';
import { type ChangeRange, GraphRepository } from '../store/graph.js';
import { knowledgeVersion } from '../store/knowledge-version.js';
import type { Store, TenantStore } from '../store/layer/store.js';
import { type Covered, coveredView } from './covered.js';
import { type Exposure, exposureView } from './exposure-view.js';
import { type Failing, failingOf } from './failing.js';
import { type NetChange, netChanges } from './graph-diff.js';
import type { GraphModel } from './graph-model.js';
import { graphView } from './graph-view.js';
import { Kept } from './kept.js';
import { Summary } from './summary.js';

const NOTHING_COVERED: Covered = new Map();

/** How old an exposure may be that is answered while a newer one is made, and how old it gets before one is made. */
const RECENT_MS = 2000;
const FRESH_MS = 1000;

/** Views of what a tenant knows that are kept in memory, and changed as the database changes. */
class KeptViews {
  readonly graph = new Kept(graphView);
  covered: { key: string; view: Kept<Covered> } | undefined;
  exposure: { key: string; view: Kept<Exposure> } | undefined;
  /** Nodes and edges in memory. */
  size = 0;
  /** Milliseconds since some beginning. */
  usedAt = 0;
}

interface InForce {
  exceptions: readonly AgreedException[];
  /** The same as long as they speak for the same findings. */
  key: string;
}

async function inForceAt(store: TenantStore, now: number): Promise<InForce> {
  const exceptions = await new ExceptionRepository(store).inForce(new Date(now).toISOString());
  // A day's time decides how long one for a malicious package still runs.
  return { exceptions, key: exceptions.length === 0 ? '' : JSON.stringify([Math.floor(now / 3_600_000), exceptions]) };
}

/** What a tenant knows, for one request. */
export class Knowledge {
  private counted: Promise<FindingCount[]> | undefined;
  private agreed: Promise<InForce> | undefined;

  constructor(
    private readonly of: Store,
    private readonly views: KeptViews,
    private readonly store: TenantStore,
    /** The database's as the request began. */
    private readonly version: number,
    /** Milliseconds since the epoch. */
    private readonly now: number,
  ) {}

  async graph(): Promise<GraphModel> {
    const graph = await this.views.graph.at(this.store, this.version);
    this.views.size = graph.size + graph.edges;
    return graph;
  }

  /** What became of nodes and edges over a time; `cut` when there were more than `limit` changes. */
  async changes(range: ChangeRange): Promise<{ net: NetChange[]; cut: boolean }> {
    const rows = await new GraphRepository(this.store).changes({ ...range, limit: range.limit + 1 });
    return { net: netChanges(rows.slice(0, range.limit)), cut: rows.length > range.limit };
  }

  /** Findings that exceptions in force speak for. */
  async covered(): Promise<Covered> {
    const { exceptions, key } = await this.inForce();
    if (exceptions.length === 0) return NOTHING_COVERED;
    if (this.views.covered?.key !== key) this.views.covered = { key, view: new Kept<Covered>(coveredView(exceptions, this.now)) };
    return this.views.covered.view.at(this.store, this.version);
  }

  /** Numbers of findings. */
  async summary(): Promise<Summary> {
    return new Summary(await this.counts(), await this.covered());
  }

  /** What lies within the reach of servers, and how long ago that was so. */
  async exposure(): Promise<{ exposure: Exposure; ageMs: number }> {
    const view = await this.exposureView();
    const kept = view.asKept(this.version);
    if (kept && kept.ageMs === 0) return { exposure: kept.value, ageMs: 0 };
    if (kept?.value.isLarge && kept.ageMs <= RECENT_MS) {
      if (kept.ageMs > FRESH_MS) this.refresh();
      return { exposure: kept.value, ageMs: kept.ageMs };
    }
    return { exposure: await view.at(this.store, this.version), ageMs: 0 };
  }

  /** Findings that earn an F each, up to so many, and how long ago that was so. */
  async failing(most: number): Promise<Failing & { ageMs: number }> {
    const [counts, covered] = [await this.counts(), await this.covered()];
    const { endless } = new Summary(counts, covered);
    // Walking the graph is for those that may lie near an agent.
    const { exposure, ageMs } = endless === 0 ? { ageMs: 0, exposure: undefined } : await this.exposure();
    return { ...(await failingOf(this.store, { counts, covered, near: exposure?.near ?? [], most })), ageMs };
  }

  private counts(): Promise<FindingCount[]> {
    this.counted ??= new FindingCounts(this.store).all();
    return this.counted;
  }

  private inForce(): Promise<InForce> {
    this.agreed ??= inForceAt(this.store, this.now);
    return this.agreed;
  }

  private async exposureView(): Promise<Kept<Exposure>> {
    const { key } = await this.inForce();
    this.views.exposure = this.views.exposure?.key === key ? this.views.exposure : { key, view: this.newExposure() };
    return this.views.exposure.view;
  }

  private newExposure(): Kept<Exposure> {
    return new Kept<Exposure>(exposureView((own) => this.again(own)));
  }

  /** The same exceptions, with what is in the database now. */
  private async again(own: TenantStore): Promise<Knowledge> {
    const again = new Knowledge(this.of, this.views, own, await knowledgeVersion(own), this.now);
    again.agreed = this.inForce();
    return again;
  }

  /** Brings the exposure up to date with a handle of its own, for the request that asks does not wait. */
  private refresh(): void {
    void this.of
      .read(this.store.tenantId, async (own) => {
        const knowledge = await this.again(own);
        await (await knowledge.exposureView()).at(own, knowledge.version);
      })
      // Whoever asks next waits, and is told.
      .catch(() => {});
  }
}

/** Graphs of so many nodes and edges stay in memory, of all tenants together; the least recently used go first. */
const MAX_KEPT = 500_000;
const MAX_TENANTS = 200;
/** Nobody has asked for so long: it is made again when somebody does. */
const IDLE_MS = 5 * 60_000;

const caches = new WeakMap<Store, Map<string, KeptViews>>();

/**
 * What the tenant knows now. Changes of other processes are seen by the version that is read with each request. Not for transactions
 * that write: what they read may never be committed.
 */
export async function knowledgeOf(of: Store, store: TenantStore, now: number): Promise<Knowledge> {
  const version = await knowledgeVersion(store);
  const cache = caches.get(of) ?? new Map<string, KeptViews>();
  caches.set(of, cache);
  const views = cache.get(store.tenantId) ?? new KeptViews();
  cache.delete(store.tenantId);
  cache.set(store.tenantId, views);
  views.usedAt = performance.now();
  dropOldest(cache);
  dropIdle(cache);
  return new Knowledge(of, views, store, version, now);
}

const watched = new WeakSet<Map<string, KeptViews>>();

/** Looks after a cache until it is empty, so that what many people once looked at does not stay for ever. */
function dropIdle(cache: Map<string, KeptViews>): void {
  if (watched.has(cache)) return;
  watched.add(cache);
  setTimeout(() => {
    watched.delete(cache);
    for (const [tenant, { usedAt }] of cache) if (performance.now() - usedAt >= IDLE_MS) cache.delete(tenant);
    if (cache.size > 0) dropIdle(cache);
  }, IDLE_MS / 5).unref();
}

function dropOldest(cache: Map<string, KeptViews>): void {
  let size = [...cache.values()].reduce((sum, one) => sum + one.size, 0);
  for (const [tenant, { size: own }] of cache) {
    if ((size <= MAX_KEPT && cache.size <= MAX_TENANTS) || cache.size === 1) return;
    cache.delete(tenant);
    size -= own;
  }
}
