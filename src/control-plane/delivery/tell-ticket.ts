import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { AuditLog } from '../store/audit-log.js';
import { DeliveryItems, type ItemRow, TicketRepository, type TicketRow } from '../store/delivery-items.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { Desk, Filed, Wanted } from './destination.js';
import { bestOf } from './judge.js';
import type { Lease } from './lease.js';
import { changeNotice, digestNotice, findingNotice } from './notice.js';
import { factsOf, isSaid, type Sight, Sights } from './sight.js';

/** A finding on a ticket. */
interface Entry {
  item: ItemRow;
  sight: Sight;
}

interface Telling {
  ground: Ground;
  lease: Lease;
  desk: Desk;
  ticket: TicketRow;
}

/** What is recorded once the service has it. */
interface Told {
  filed: Filed;
  status: 'open' | 'closed';
}

/**
 * Makes the ticket at its service say what is known of its findings: creates it, comments, closes or reopens it. Before it
 * is created it is looked for, so that one that a crash left unrecorded is found again. Rejects as the desk does.
 */
export async function tellTicket({ ground, lease, desk, ticket }: Telling): Promise<void> {
  const entries = await entriesOf(ground, ticket);
  const wanted = { label: ticket.label, destination: ticket.destination, since: ticket.created_at };
  const told = await (ticket.status === 'new' ? file(ground, desk, entries, wanted) : update(desk, entries, wanted, ticket));
  await lease.write(async (store) => {
    const now = timeOf(ground);
    if (told === undefined) {
      await tenantTable(store, 'delivery_items').removeWhere({ ticket_id: ticket.ticket_id });
      await new TicketRepository(store).remove(ticket.ticket_id);
      return;
    }
    const { filed, status } = told;
    await new TicketRepository(store).update(ticket.ticket_id, {
      external_id: filed.id,
      external_url: filed.url,
      ...{ status, attempts: 0, due_at: null, updated_at: now },
    });
    const items = entries.map(({ item: { tenant_id: _, ...item }, sight }) => ({
      ...item,
      told: factsOf(sight),
      due_at: null,
      updated_at: now,
    }));
    await new DeliveryItems(store).keep(items);
    if (ticket.status === 'new') await auditSent(ground, store, { ticket, filed, now });
  });
}

/** Findings have left the service: the audit log says where to. */
async function auditSent({ ring }: Ground, store: TenantStore, { ticket, filed, now }: { ticket: TicketRow; filed: Filed; now: string }) {
  const { delivery_id, connector_name, destination } = ticket;
  await new AuditLog(store, ring).append({
    event_id: newId('aud'),
    timestamp: now,
    actor: `delivery:${delivery_id}`,
    auth_method: 'internal',
    action: 'delivery.send',
    target_type: 'delivery',
    target_id: delivery_id,
    outcome: 'success',
    request_id: newId('req'),
    trace_id: '0'.repeat(32),
    details: { connector_name, destination, ticket: filed.id },
  });
}

function entriesOf(ground: Ground, { tenant_id, ticket_id }: TicketRow): Promise<Entry[]> {
  return ground.store.read(tenant_id, async (store) => {
    const items = await new DeliveryItems(store).onTicket(ticket_id);
    const sights = await (await Sights.of(ground, store)).some(items.flatMap(({ finding_ids }) => [...finding_ids]));
    const byId = new Map(sights.map((sight) => [sight.findingId, sight]));
    return items.flatMap((item) => {
      const sight = bestOf(item.finding_ids.flatMap((id) => byId.get(id) ?? []));
      return sight ? [{ item, sight }] : [];
    });
  });
}

/** Undefined when nothing of it is open any more and the service never got it. */
async function file({ options }: Ground, desk: Desk, entries: readonly Entry[], wanted: Wanted): Promise<Told | undefined> {
  const open = entries.map(({ sight }) => sight).filter(({ reason }) => reason === null);
  const known = await desk.find(wanted);
  const [first] = open;
  if (known) return adopt(desk, known, entries, wanted);
  if (first === undefined) return undefined;
  const notice = open.length === 1 ? findingNotice(first, options.publicUrl) : digestNotice(open, options.publicUrl);
  return { filed: await desk.create(wanted, notice), status: 'open' };
}

/** A ticket that is there already: of a process that ended before it recorded it, or of an earlier database. */
async function adopt(desk: Desk, filed: Filed, entries: readonly Entry[], wanted: Wanted): Promise<Told> {
  const isOpen = entries.some(({ sight }) => sight.reason === null);
  const changes = entries.map(({ sight }) => ({ sight, before: null }));
  if (isOpen && filed.isClosed) await desk.reopen(filed, wanted, changeNotice('Reopened', changes));
  if (!isOpen && !filed.isClosed) await desk.close(filed, wanted, changeNotice('Closed', changes));
  return { filed, status: isOpen ? 'open' : 'closed' };
}

async function update(desk: Desk, entries: readonly Entry[], wanted: Wanted, ticket: TicketRow): Promise<Told> {
  const filed = { id: ticket.external_id ?? '', url: ticket.external_url, isClosed: ticket.status === 'closed' };
  const changes = entries.filter(({ item, sight }) => !isSaid(item.told, sight)).map(({ item, sight }) => ({ sight, before: item.told }));
  const isOpen = entries.some(({ sight }) => sight.reason === null);
  const status = isOpen ? 'open' : 'closed';
  if (changes.length === 0) return { filed, status };
  if (isOpen && filed.isClosed) await desk.reopen(filed, wanted, changeNotice('Reopened', changes));
  else if (isOpen) await desk.comment(filed, wanted, changeNotice('Changed', changes));
  else if (!filed.isClosed) await desk.close(filed, wanted, changeNotice('Closed', changes));
  return { filed, status };
}
