import { changesBetween } from '../store/knowledge-version.js';
import type { TenantStore } from '../store/layer/store.js';
import type { KnowledgeChanges } from '../store/schema/knowledge-changes.js';

/** How a view is computed, and updated after a write. */
export interface View<T> {
  make(store: TenantStore): Promise<T>;
  /** Returns the updated value, which may be the same object. If it rejects, the view is computed again. */
  change(store: TenantStore, value: T, changes: KnowledgeChanges): Promise<T>;
}

/** A view of a tenant that is computed once and updated on request. */
export class Kept<T> {
  private value: T | undefined;
  private version = -1;
  private working: Promise<void> | undefined;
  /** Time at which the value last agreed with the database, in milliseconds of a monotonic clock. */
  private currentAt = 0;

  constructor(private readonly view: View<T>) {}

  /** The value as of a version of the tenant's knowledge, or of a later one. */
  async at(store: TenantStore, version: number): Promise<T> {
    // An update replaces all at once, so a value that is new enough can be used while a newer one is computed.
    while (this.value === undefined || this.version < version) await (this.working ? store.aside(this.working) : this.work(store, version));
    this.currentAt = performance.now();
    return this.value;
  }

  /** The cached value and its age in milliseconds; undefined if there is none. Do not use it for views that are updated in place. */
  asKept(version: number): { value: T; ageMs: number } | undefined {
    if (this.value === undefined) return undefined;
    const now = performance.now();
    if (this.version >= version) this.currentAt = now;
    return { value: this.value, ageMs: now - this.currentAt };
  }

  /** Updates run one after another. Requests that come meanwhile wait for the same update. */
  private async work(store: TenantStore, version: number): Promise<void> {
    this.working = this.next(store, version).finally(() => {
      this.working = undefined;
    });
    await this.working;
  }

  private async next(store: TenantStore, version: number): Promise<void> {
    const startedAt = performance.now();
    try {
      this.value = await this.nextValue(store, version);
    } catch (error) {
      this.value = undefined;
      throw error;
    }
    // A write during the computation comes again as a change.
    this.version = version;
    this.currentAt = startedAt;
  }

  private async nextValue(store: TenantStore, version: number): Promise<T> {
    const known = this.value;
    const changes = known === undefined ? undefined : await changesBetween(store, this.version, version);
    return known !== undefined && changes ? this.view.change(store, known, changes) : this.view.make(store);
  }
}
