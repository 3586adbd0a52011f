import type { AgreedException } from '../../policy/exceptions.js';
import { ExceptionRepository } from '../store/exceptions.js';
import { type FindingCount, FindingCounts } from '../store/findings/finding-counts.js';
import { OriginRepository } from '../store/findings/finding-origins.js';
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

/** Age up to which an exposure is answered while a newer one is computed, and age from which a new one is computed. */
const RECENT_MS = 2000;
const FRESH_MS = 1000;

/** Cached views of a tenant's knowledge, updated when the database changes. */
class KeptViews {
  readonly graph = new Kept(graphView);
  covered: { key: string; view: Kept<Covered> } | undefined;
  exposure: { key: string; view: Kept<Exposure> } | undefined;
  /** Number of nodes and edges in memory. */
  size = 0;
  /** Milliseconds of a monotonic clock. */
  usedAt = 0;
}

interface InForce {
  exceptions: readonly AgreedException[];
  /** Equal as long as the exceptions cover the same findings. */
  key: string;
}

async function inForceAt(store: TenantStore, now: number): Promise<InForce> {
  const exceptions = await new ExceptionRepository(store).inForce(new Date(now).toISOString());
  // An exception for a malicious package may only run for some days, so the time is part of the key.
  return { exceptions, key: exceptions.length === 0 ? '' : JSON.stringify([Math.floor(now / 3_600_000), exceptions]) };
}

/** A tenant's knowledge, for one request. */
export class Knowledge {
  private counted: Promise<FindingCount[]> | undefined;
  private agreed: Promise<InForce> | undefined;

  constructor(
    private readonly of: Store,
    private readonly views: KeptViews,
    private readonly store: TenantStore,
    /** The database's version at the start of the request. */
    private readonly version: number,
    /** Milliseconds since the epoch. */
    private readonly now: number,
  ) {}

  async graph(): Promise<GraphModel> {
    const graph = await this.views.graph.at(this.store, this.version);
    this.views.size = graph.size + graph.edges;
    return graph;
  }

  /** The net changes of nodes and edges over a time; `cut` when there were more than `limit` changes. */
  async changes(range: ChangeRange): Promise<{ net: NetChange[]; cut: boolean }> {
    const rows = await new GraphRepository(this.store).changes({ ...range, limit: range.limit + 1 });
    return { net: netChanges(rows.slice(0, range.limit)), cut: rows.length > range.limit };
  }

  /** Findings covered by exceptions in force. */
  async covered(): Promise<Covered> {
    const { exceptions, key } = await this.inForce();
    if (exceptions.length === 0) return NOTHING_COVERED;
    if (this.views.covered?.key !== key) this.views.covered = { key, view: new Kept<Covered>(coveredView(exceptions, this.now)) };
    return this.views.covered.view.at(this.store, this.version);
  }

  /** Numbers of findings. */
  async summary(): Promise<Summary> {
    return new Summary(await this.counts(), await this.covered(), await new OriginRepository(this.store).openBeside());
  }

  /** What servers reach, and the age of that data in milliseconds. */
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

  /** What servers reach, of no earlier time than the request's. */
  async currentExposure(): Promise<Exposure> {
    return (await this.exposureView()).at(this.store, this.version);
  }

  /** Findings that lead to an F, up to a number of each reason, and the age of the data in milliseconds. */
  async failing(most: number): Promise<Failing & { ageMs: number }> {
    const [counts, covered] = [await this.counts(), await this.covered()];
    const { endless } = new Summary(counts, covered);
    // The graph is only walked for findings that may be near an agent.
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

  /** Knowledge with the same exceptions and the current version of the database. */
  private async again(own: TenantStore): Promise<Knowledge> {
    const again = new Knowledge(this.of, this.views, own, await knowledgeVersion(own), this.now);
    again.agreed = this.inForce();
    return again;
  }

  /** Updates the exposure with a database handle of its own, because the request does not wait for it. */
  private refresh(): void {
    void this.of
      .read(this.store.tenantId, async (own) => {
        const knowledge = await this.again(own);
        await (await knowledge.exposureView()).at(own, knowledge.version);
      })
      // The next request waits for it and gets the error.
      .catch(() => {});
  }
}

/** Limit of nodes and edges of all tenants in memory; the least recently used graphs are dropped first. */
const MAX_KEPT = 500_000;
const MAX_TENANTS = 200;
/** Views unused for this long are dropped, and computed again when needed. */
const IDLE_MS = 5 * 60_000;

const caches = new WeakMap<Store, Map<string, KeptViews>>();

/**
 * The tenant's current knowledge. Changes by other processes are noticed by the version, which every request reads. Do
 * not use it in transactions that write: what they read may never be committed.
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

/** Drops unused views of a cache until it is empty, so that it does not keep its memory forever. */
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
