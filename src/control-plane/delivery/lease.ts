import { MINUTE_MS } from '../../support/durations.js';
import { type Ground, timeOf, timesOf } from '../ground/ground.js';
import { type DeliveryHold, DeliveryQueue } from '../store/delivery-outbox.js';
import type { TenantStore } from '../store/layer/store.js';

const LEASE_MS = MINUTE_MS;
/** A request takes less time than what is left of the lease. */
const RENEW_MS = 10_000;

/** Another process delivers for the tenant now. */
export class LeaseLost extends Error {}

/** This process ends. */
export class Stopping extends Error {}

/** The right to deliver for one tenant. */
export class Lease {
  private renewedAt = performance.now();

  private constructor(
    private readonly ground: Ground,
    private readonly hold: DeliveryHold,
    private readonly wakes: number,
    private readonly stopped: () => boolean,
  ) {}

  /** The lease on a tenant that is due; undefined when none is. */
  static async next(ground: Ground, worker: string, stopped: () => boolean): Promise<Lease | undefined> {
    const [now, until] = timesOf(ground, 0, LEASE_MS);
    const claim = { worker, now, until };
    const row = await ground.store.shared((shared) => new DeliveryQueue(shared).claim(claim));
    return row && new Lease(ground, { tenantId: row.tenant_id, worker, attempt: row.attempt }, row.wakes, stopped);
  }

  get tenantId(): string {
    return this.hold.tenantId;
  }

  /** A transaction of the tenant that succeeds only while the lease is held. Rejects with LeaseLost. */
  write<T>(work: (store: TenantStore) => Promise<T>): Promise<T> {
    const { store } = this.ground;
    return store.write(this.tenantId, async (own, shared) => {
      const until = timeOf(this.ground, LEASE_MS);
      if (!(await new DeliveryQueue(shared).extend(this.hold, until))) throw new LeaseLost();
      this.renewedAt = performance.now();
      return work(own);
    });
  }

  /** Call it before every request. Rejects with LeaseLost or Stopping. */
  async keep(): Promise<void> {
    if (this.stopped()) throw new Stopping();
    if (performance.now() - this.renewedAt > RENEW_MS) await this.write(async () => {});
  }

  /** The tenant is due again at `next`; undefined when there is nothing to do. */
  async release(next: string | undefined): Promise<void> {
    await this.ground.store.shared((shared) => new DeliveryQueue(shared).release(this.hold, next, this.wakes));
  }
}
