import { selectMany } from './layer/many-rows.js';
import type { TenantStore } from './layer/store.js';
import { Table } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';

export type ItemRow = Tables['delivery_items'];
export type TicketRow = Tables['delivery_tickets'];
export type ItemDraft = Draft<'delivery_items'>;

/** Where findings are delivered. */
export interface ItemPlace {
  connector_name: string;
  destination: string;
}

/** Columns that a later sight of a finding overwrites. */
const REWRITTEN = ['delivery_id', 'finding_ids', 'ticket_id', 'wanted', 'reason', 'told', 'severity_rank', 'due_at', 'updated_at'] as const;

/** Findings at their destinations. Only the holder of the tenant's lease writes them. */
export class DeliveryItems extends Table<'delivery_items'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'delivery_items');
  }

  /** Items of these findings at all destinations. */
  async of(fingerprints: readonly string[]): Promise<ItemRow[]> {
    return selectMany(fingerprints, (fingerprint) => this.rows({ fingerprint: [...fingerprint] }).execute());
  }

  async keep(drafts: readonly ItemDraft[]): Promise<void> {
    await this.createMany(drafts, REWRITTEN);
  }

  /** Those of a rule that wait for a ticket, the worst first. */
  unassigned(delivery_id: string, now: string): Promise<ItemRow[]> {
    return this.rows({ delivery_id, ticket_id: null, wanted: 'open' })
      .where('due_at', '<=', now)
      .orderBy('severity_rank', 'desc')
      .orderBy('fingerprint')
      .execute();
  }

  /** All of a ticket, the worst first. */
  onTicket(ticket_id: string): Promise<ItemRow[]> {
    return this.rows({ ticket_id }).orderBy('severity_rank', 'desc').orderBy('fingerprint').execute();
  }
}

/** Tickets at the services. */
export class TicketRepository extends Table<'delivery_tickets'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'delivery_tickets');
  }

  /** Tickets of a rule that are due, the longest waiting first. */
  due(delivery_id: string, now: string, most: number): Promise<TicketRow[]> {
    return this.rows({ delivery_id }).where('due_at', '<=', now).orderBy('due_at').orderBy('ticket_id').limit(most).execute();
  }

  /** Tickets that a rule has made since a time. */
  async madeSince(delivery_id: string, since: string): Promise<TicketRow[]> {
    return this.rows({ delivery_id }).where('created_at', '>', since).orderBy('created_at').execute();
  }

  /** The tickets of these items have something to say when the first of their items has; dead letters stay. */
  async wake(items: readonly Pick<ItemDraft, 'ticket_id' | 'delivery_id' | 'due_at'>[]): Promise<void> {
    const tickets = new Map<string, { delivery_id: string; at: string }>();
    for (const { ticket_id, delivery_id, due_at } of items) {
      if (ticket_id === null || due_at === null) continue;
      const [at = due_at] = [due_at, tickets.get(ticket_id)?.at ?? due_at].sort();
      tickets.set(ticket_id, { delivery_id, at });
    }
    for (const [ticket_id, { delivery_id, at }] of tickets) {
      await this.updating({ ticket_id, is_dead: false })
        .set({ due_at: at, delivery_id })
        .where(({ or, eb }) => or([eb('due_at', 'is', null), eb('due_at', '>', at)]))
        .execute();
    }
  }
}
