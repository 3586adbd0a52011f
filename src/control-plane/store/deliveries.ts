import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type DeliveryRow = Tables['deliveries'];

/** Rules of one tenant: which findings are delivered where. */
export class DeliveryRepository extends Table<'deliveries'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'deliveries');
  }

  /** Newest first. */
  list<T>({ connector_name }: { connector_name?: string | undefined }, page: PageRequest, item: (row: DeliveryRow) => T): Promise<Page<T>> {
    return newestPage(this.rows({ connector_name }), ['created_at', 'delivery_id'], page, item);
  }

  /** Those that send, oldest first: where two take a finding to one place, the older one does. */
  sending(): Promise<DeliveryRow[]> {
    return this.rows({ enabled: true, dry_run: false }).orderBy('delivery_id').execute();
  }

  /** What waits for a ticket at another destination than the rule's is looked at anew. */
  async change(before: DeliveryRow, after: DeliveryRow): Promise<void> {
    await this.update(before.delivery_id, after);
    const { delivery_id, destination } = before;
    if (destination !== after.destination)
      await tenantTable(this.store, 'delivery_items').removeWhere({ delivery_id, destination, ticket_id: null });
  }

  /** Removes the rule, and what no service is known to have. */
  async forget(delivery_id: string): Promise<void> {
    await this.remove(delivery_id);
    const items = tenantTable(this.store, 'delivery_items');
    const tickets = tenantTable(this.store, 'delivery_tickets');
    const unsent = await tickets.select(['ticket_id'], { delivery_id, status: 'new' }).execute();
    for (const { ticket_id } of unsent) await items.removeWhere({ ticket_id });
    await tickets.removeWhere({ delivery_id, status: 'new' });
    await items.removeWhere({ delivery_id, ticket_id: null });
    await tenantTable(this.store, 'dead_letters').removeWhere({ delivery_id });
  }
}
