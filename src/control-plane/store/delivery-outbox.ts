import { sql } from 'kysely';
import { newId } from '../ids.js';
import { lockedOrSkipped } from './layer/dialects.js';
import { chunksOf } from './layer/many-rows.js';
import type { SharedStore, TenantStore } from './layer/store.js';
import { sharedTable, type Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';
import type { DeliveryEntry } from './schema/delivery-entries.js';

const ENTRIES_IN_A_ROW = 500;

/**
 * Notes what the transaction changed for the tenant's deliveries and webhooks; a tenant without any gets no row. Call
 * it at the end of the transaction, because others wait from here until its end.
 */
export async function announce(store: TenantStore, entries: readonly DeliveryEntry[], now: string): Promise<void> {
  if (entries.length === 0 || !(await hasListeners(store))) return;
  const rows = [...chunksOf(entries, ENTRIES_IN_A_ROW)].map((some) => ({ change_id: newId('chg'), entries: some, created_at: now }));
  await tenantTable(store, 'delivery_changes').createMany(rows);
  await new DeliveryQueue(store).wake(store.tenantId, now);
}

/** A rule sends from now on, also what is open already. */
export async function announceRule(store: TenantStore, delivery_id: string, now: string): Promise<void> {
  await tenantTable(store, 'delivery_changes').create({
    change_id: newId('chg'),
    entries: [{ what: 'rule', delivery_id }],
    created_at: now,
  });
  await new DeliveryQueue(store).wake(store.tenantId, now);
}

async function hasListeners(store: TenantStore): Promise<boolean> {
  if (await tenantTable(store, 'deliveries').has({ enabled: true, dry_run: false })) return true;
  return tenantTable(store, 'webhooks').has({ enabled: true });
}

/** The lease on a tenant's deliveries; a later attempt invalidates it. */
export interface DeliveryHold {
  tenantId: string;
  worker: string;
  attempt: number;
}

type QueueRow = Tables['delivery_queue'];

/** Tenants that have something to deliver. One process at a time delivers for a tenant. */
export class DeliveryQueue {
  private readonly queue: Table<'delivery_queue'>;

  constructor(private readonly shared: SharedStore) {
    this.queue = sharedTable(shared, 'delivery_queue');
  }

  /** The tenant is due at `at`, or before. */
  async wake(tenant_id: string, at: string): Promise<void> {
    await this.shared.db
      .insertInto('delivery_queue')
      .values({ tenant_id, due_at: at, wakes: 1, worker: null, lease_until: null, attempt: 0 })
      .onConflict((clash) =>
        clash.column('tenant_id').doUpdateSet({
          due_at: sql<string>`case when delivery_queue.due_at < excluded.due_at then delivery_queue.due_at else excluded.due_at end`,
          wakes: sql<number>`delivery_queue.wakes + 1`,
        }),
      )
      .execute();
  }

  /** Gives `worker` a lease on a tenant that is due until `until`. */
  claim({ worker, now, until }: { worker: string; now: string; until: string }): Promise<QueueRow | undefined> {
    const free = this.queue
      .select(['tenant_id'])
      .where('due_at', '<=', now)
      .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
      .orderBy('due_at')
      .limit(1);
    return this.shared.db
      .updateTable('delivery_queue')
      .set((eb) => ({ worker, lease_until: until, attempt: eb('attempt', '+', 1) }))
      .where('tenant_id', '=', lockedOrSkipped(this.shared, free))
      .returningAll()
      .executeTakeFirst();
  }

  /** Extends the lease; false when it is lost. Locks the row until the transaction ends. */
  async extend(hold: DeliveryHold, until: string): Promise<boolean> {
    return (await this.queue.updateWhere(holdOf(hold), { lease_until: until })) === 1;
  }

  /** Ends the lease. The tenant is next due at `next`, or at once when something was added after `wakes` was read. */
  async release(hold: DeliveryHold, next: string | undefined, wakes: number): Promise<void> {
    const own = holdOf(hold);
    if (next === undefined && (await this.queue.removeWhere({ ...own, wakes })) === 1) return;
    if (next !== undefined) await this.queue.updateWhere({ ...own, wakes }, { due_at: next });
    await this.queue.updateWhere(own, { worker: null, lease_until: null });
  }
}

function holdOf({ tenantId, worker, attempt }: DeliveryHold) {
  return { tenant_id: tenantId, worker, attempt };
}
