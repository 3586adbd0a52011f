import { MINUTE_MS } from '../../support/durations.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { askOutside } from '../outbound/outbound.js';
import { DeadLetters } from '../store/dead-letters.js';
import { DeliveryRepository, type DeliveryRow } from '../store/deliveries.js';
import { DeliveryItems, TicketRepository, type TicketRow } from '../store/delivery-items.js';
import { waitAfter } from './back-off.js';
import { type Desk, type Destination, RefusedByService, Throttled, TryLater } from './destination.js';
import { destinationOf } from './destinations/registry.js';
import type { Lease } from './lease.js';
import { tellTicket } from './tell-ticket.js';
import { assignTickets } from './tickets.js';

/** Tickets of a rule in one round, and the wait after a full one. */
const MOST = 30;
const PACE_MS = MINUTE_MS / 2;
/** How long a rule waits for its settings, or for a service that does not answer. */
const UNCONFIGURED_MS = 10 * MINUTE_MS;
const SILENT_MS = MINUTE_MS;

/** Sends what is due by the tenant's rules. */
export async function sendTickets(ground: Ground, lease: Lease): Promise<void> {
  const now = timeOf(ground);
  const rules = await ground.store.read(lease.tenantId, (store) => new DeliveryRepository(store).sending());
  for (const rule of rules) if (rule.paused_until === null || rule.paused_until <= now) await sendByRule(ground, lease, rule);
}

async function sendByRule(ground: Ground, lease: Lease, rule: DeliveryRow): Promise<void> {
  await assignTickets(ground, lease, rule);
  const { delivery_id, connector_name } = rule;
  const due = await ground.store.read(lease.tenantId, (store) => new TicketRepository(store).due(delivery_id, timeOf(ground), MOST));
  if (due.length === 0) return;
  const destination = destinationOf(connector_name);
  const desk = destination && deskOf(ground, lease, destination);
  if (!desk) {
    const needed = destination ? `it needs ${destination.settings.join(', ')}` : 'no such connector';
    return pause(ground, lease, rule, { ms: UNCONFIGURED_MS, error: `${connector_name} is not configured on this server: ${needed}` });
  }
  for (const ticket of due) if (!(await sendOne(ground, lease, { rule, desk, ticket }))) return;
  if (due.length === MOST) await pause(ground, lease, rule, { ms: PACE_MS, error: null });
}

function deskOf(ground: Ground, lease: Lease, destination: Destination): Desk | undefined {
  return destination.desk(ground.options, async (request) => {
    await lease.keep();
    return askOutside(ground.options, request);
  });
}

interface Sending {
  rule: DeliveryRow;
  desk: Desk;
  ticket: TicketRow;
}

/** False when the rule has to wait with its other tickets. */
async function sendOne(ground: Ground, lease: Lease, { rule, desk, ticket }: Sending): Promise<boolean> {
  try {
    await tellTicket({ ground, lease, desk, ticket });
    await lease.write((store) =>
      new DeliveryRepository(store).update(rule.delivery_id, { last_sent_at: timeOf(ground), last_error: null }),
    );
    return true;
  } catch (error) {
    if (error instanceof Throttled) {
      await pause(ground, lease, rule, { ms: error.waitMs, error: error.message });
      return false;
    }
    if (!(error instanceof TryLater || error instanceof RefusedByService)) throw error;
    await failed(ground, lease, { rule, desk, ticket }, error);
    if (error instanceof RefusedByService) return true;
    await pause(ground, lease, rule, { ms: SILENT_MS, error: error.message });
    return false;
  }
}

async function pause(ground: Ground, lease: Lease, rule: DeliveryRow, { ms, error }: { ms: number; error: string | null }): Promise<void> {
  const paused_until = timeOf(ground, ms);
  await lease.write((store) =>
    new DeliveryRepository(store).update(rule.delivery_id, { paused_until, ...(error !== null && { last_error: error }) }),
  );
}

async function failed(ground: Ground, lease: Lease, { rule, ticket }: Sending, error: TryLater | RefusedByService): Promise<void> {
  const attempts = ticket.attempts + 1;
  const wait = error instanceof RefusedByService ? undefined : waitAfter(attempts);
  await lease.write(async (store) => {
    const tickets = new TicketRepository(store);
    await new DeliveryRepository(store).update(rule.delivery_id, { last_error: error.message });
    if (wait !== undefined) {
      await tickets.update(ticket.ticket_id, { attempts, due_at: timeOf(ground, wait) });
      return;
    }
    await tickets.update(ticket.ticket_id, { attempts, due_at: null, is_dead: true });
    const items = await new DeliveryItems(store).onTicket(ticket.ticket_id);
    const letter = {
      kind: 'ticket' as const,
      delivery_id: rule.delivery_id,
      subject_id: ticket.ticket_id,
      target: `${ticket.connector_name} ${ticket.destination}`,
      content: { external_id: ticket.external_id, finding_ids: items.flatMap(({ finding_ids }) => [...finding_ids]).slice(0, 200) },
      ...{ attempts, error: error.message },
    };
    await new DeadLetters(store).add(letter, timeOf(ground));
  });
  ground.log.warn(
    { delivery_id: rule.delivery_id, attempts, dead: wait === undefined, reason: error.message },
    'a ticket was not delivered',
  );
}
