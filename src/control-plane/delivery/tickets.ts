import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../support/durations.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import type { DeliveryRow } from '../store/deliveries.js';
import { DeliveryItems, type ItemRow, TicketRepository } from '../store/delivery-items.js';
import { tenantTable } from '../store/layer/table.js';
import type { Lease } from './lease.js';

/** Tickets of its own that a rule makes in an hour; more findings share one. */
export const FLOOD = 20;

/** A ticket of its own for each finding, or one for all. */
export function isDigestTicket({ digest }: Pick<DeliveryRow, 'digest'>, findings: number, made = 0): boolean {
  return digest !== 'off' || findings + made > FLOOD;
}

/**
 * Puts the findings that wait for a ticket of a rule on one, which is to be sent next. It is stored before it is sent, with
 * the label under which it is found at the service.
 */
export async function assignTickets(ground: Ground, lease: Lease, rule: DeliveryRow): Promise<void> {
  const now = timeOf(ground);
  await lease.write(async (store) => {
    const items = await new DeliveryItems(store).unassigned(rule.delivery_id, now);
    if (items.length === 0) return;
    const recent = await new TicketRepository(store).madeSince(rule.delivery_id, timeOf(ground, -HOUR_MS));
    const digest = recent.findLast(({ is_digest }) => is_digest);
    if (rule.digest === 'off' && digest) {
      const due_at = new Date(Date.parse(digest.created_at) + HOUR_MS).toISOString();
      await tenantTable(store, 'delivery_items')
        .updating({ delivery_id: rule.delivery_id, ticket_id: null, wanted: 'open' })
        .set({ due_at })
        .execute();
      return;
    }
    const isOne = isDigestTicket(rule, items.length, recent.length);
    const groups = isOne ? [items] : items.map((item) => [item]);
    const places = new TicketRepository(store);
    for (const group of groups) {
      const ticket_id = newId('tkt');
      const { connector_name, destination } = rule;
      await places.create({
        ticket_id,
        delivery_id: rule.delivery_id,
        ...{ connector_name, destination },
        label: labelOf(store.tenantId, isOne ? ticket_id : (group[0]?.fingerprint ?? ticket_id)),
        is_digest: isOne,
        ...{ external_id: null, external_url: null, status: 'new', attempts: 0, due_at: now, is_dead: false },
        ...{ created_at: now, updated_at: now },
      });
      await new DeliveryItems(store).keep(group.map((item) => ({ ...withoutTenant(item), ticket_id, due_at: null, updated_at: now })));
    }
  });
}

function withoutTenant({ tenant_id: _, ...item }: ItemRow) {
  return item;
}

/** The same for every ticket about a finding, whatever this service still knows of it. */
function labelOf(tenantId: string, about: string): string {
  return `castellan-${createHash('sha256').update(`${tenantId}\n${about}`).digest('hex').slice(0, 32)}`;
}
