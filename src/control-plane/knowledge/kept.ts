import { changesBetween } from '../store/knowledge-version.js';
import type { TenantStore } from '../store/layer/store.js';
import type { KnowledgeChanges } from '../store/schema/knowledge-changes.js';

/** How a view is made, and changed when something was written. */
export interface View<T> {
  make(store: TenantStore): Promise<T>;
  /** May change the value in place; where that fails it is made anew. */
  change(store: TenantStore, value: T, changes: KnowledgeChanges): Promise<T>;
}

/** A view of a tenant that is made once, and brought up to date when it is asked for. */
export class Kept<T> {
  private value: T | undefined;
  private version = -1;
  private working: Promise<void> | undefined;
  /** Milliseconds since some beginning at which the value was last what the database said. */
  private currentAt = 0;

  constructor(private readonly view: View<T>) {}

  /** As of a version or later. */
  async at(store: TenantStore, version: number): Promise<T> {
    // Values are changed all at once: one that is new enough can be taken while a newer one is made.
    while (this.value === undefined || this.version < version) await (this.working ? store.aside(this.working) : this.work(store, version));
    this.currentAt = performance.now();
    return this.value;
  }

  /** The value as it is kept, with how long ago it was right; undefined where there is none. Not for views that are changed in place. */
  asKept(version: number): { value: T; ageMs: number } | undefined {
    if (this.value === undefined) return undefined;
    const now = performance.now();
    if (this.version >= version) this.currentAt = now;
    return { value: this.value, ageMs: now - this.currentAt };
  }

  /** One after another: whoever asks meanwhile waits for the same work. */
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
    // What is written while it is made comes again as a change.
    this.version = version;
    this.currentAt = startedAt;
  }

  private async nextValue(store: TenantStore, version: number): Promise<T> {
    const known = this.value;
    const changes = known === undefined ? undefined : await changesBetween(store, this.version, version);
    return known !== undefined && changes ? this.view.change(store, known, changes) : this.view.make(store);
  }
}
