import { DeliveryRepository } from '../store/deliveries.js';
import { ExceptionRepository } from '../store/exceptions.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import { WebhookRepository } from '../store/webhooks.js';

/** When the tenant has something to deliver next (RFC 3339); undefined: when something happens. */
export async function nextDue(store: TenantStore, now: string): Promise<string | undefined> {
  const times: string[] = [];
  if (await tenantTable(store, 'delivery_changes').has({})) times.push(now);
  for (const { delivery_id, paused_until } of await new DeliveryRepository(store).sending()) {
    const ticket = await earliest(store, 'delivery_tickets', { delivery_id });
    const item = await earliest(store, 'delivery_items', { delivery_id, ticket_id: null, wanted: 'open' });
    for (const at of [ticket, item]) if (at !== undefined) times.push(later(at, paused_until));
  }
  for (const { webhook_id, paused_until } of await new WebhookRepository(store).enabled()) {
    const at = await earliest(store, 'webhook_messages', { webhook_id });
    if (at !== undefined) times.push(later(at, paused_until));
  }
  if (await tenantTable(store, 'delivery_items').has({ reason: 'exception' })) {
    const ends = (await new ExceptionRepository(store).inForce(now)).map(({ expires }) => expires).filter((expires) => expires > now);
    times.push(...ends);
  }
  return times.sort()[0];
}

type Waiting = 'delivery_tickets' | 'delivery_items' | 'webhook_messages';

async function earliest<T extends Waiting>(
  store: TenantStore,
  table: T,
  match: Record<string, string | null>,
): Promise<string | undefined> {
  const query = tenantTable<Waiting>(store, table).select(['due_at'], match);
  return (await query.where('due_at', 'is not', null).orderBy('due_at').limit(1).executeTakeFirst())?.due_at ?? undefined;
}

function later(at: string, pausedUntil: string | null): string {
  return pausedUntil !== null && pausedUntil > at ? pausedUntil : at;
}
