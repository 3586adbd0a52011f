import { type Ground, timeOf } from '../ground/ground.js';
import { DeliveryRepository, type DeliveryRow } from '../store/deliveries.js';
import { DeliveryItems, type ItemDraft, type ItemRow, TicketRepository } from '../store/delivery-items.js';
import { severityRank } from '../store/findings/severity-rank.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { DeliveryEntry } from '../store/schema/delivery-entries.js';
import type { Lease } from './lease.js';
import { sendingTime, wants } from './rules.js';
import { isSaid, type Sight, Sights } from './sight.js';
import { messagesFor } from './webhook-events.js';

/** Rows of changes that become items at once, each of up to some hundred findings. */
const ROWS = 20;

interface Absorbed {
  changeIds: readonly string[];
  items: readonly ItemDraft[];
  removed: readonly ItemRow[];
  messages: Awaited<ReturnType<typeof messagesFor>>;
}

/**
 * Turns what transactions changed into what tickets and webhooks should say; nothing is sent. Returns whether there may be
 * more.
 */
export async function absorb(ground: Ground, lease: Lease): Promise<boolean> {
  const absorbed = await ground.store.read(lease.tenantId, (store) => look(ground, store));
  if (absorbed === undefined) return false;
  await lease.write(async (store) => {
    const now = timeOf(ground);
    const items = new DeliveryItems(store);
    await items.keep(absorbed.items);
    for (const { connector_name, destination, fingerprint } of absorbed.removed)
      await items.remove({ connector_name, destination, fingerprint });
    await new TicketRepository(store).wake(absorbed.items);
    await tenantTable(store, 'webhook_messages').createMany(absorbed.messages.map((message) => ({ ...message, created_at: now })));
    await tenantTable(store, 'delivery_changes').removeWhere({ change_id: [...absorbed.changeIds] });
  });
  return absorbed.changeIds.length === ROWS;
}

async function look(ground: Ground, store: TenantStore): Promise<Absorbed | undefined> {
  const rows = await tenantTable(store, 'delivery_changes').rows().orderBy('change_id').limit(ROWS).execute();
  const rules = await new DeliveryRepository(store).sending();
  const expired = await exceptedItems(store);
  if (rows.length === 0 && expired.length === 0) return undefined;
  const sights = await Sights.of(ground, store);
  const entries = rows.flatMap((row) => row.entries);
  const own = entries.flatMap((entry) => ('finding_id' in entry ? [entry.finding_id] : []));
  const others = rules.length === 0 ? [] : await touched(store, { entries, sights, rules });
  const seen = await sights.some([...own, ...others, ...expired.flatMap(({ finding_ids }) => [...finding_ids])]);
  const begun = new Set(entries.flatMap((entry) => (entry.what === 'rule' ? [entry.delivery_id] : [])));
  const judged = await judge(ground, store, { rules, sights, seen, begun });
  const changeIds = rows.map(({ change_id }) => change_id);
  return { changeIds, ...judged, messages: await messagesFor(ground, store, entries, seen) };
}

/** Items that an exception keeps closed: it may have run out. */
function exceptedItems(store: TenantStore): Promise<ItemRow[]> {
  return tenantTable(store, 'delivery_items').rows({ reason: 'exception' }).execute();
}

interface Looked {
  entries: readonly DeliveryEntry[];
  sights: Sights;
  rules: readonly DeliveryRow[];
}

/** Findings that did not change themselves, but the graph around them, an exception, or a rule. */
async function touched(store: TenantStore, { entries, sights, rules }: Looked): Promise<string[]> {
  const ids: string[] = [];
  const has = (what: DeliveryEntry['what']) => entries.some((entry) => entry.what === what);
  if (has('exceptions')) ids.push(...sights.excepted);
  if (has('graph')) ids.push(...(await exposureChanged(store, sights, rules)));
  for (const entry of entries) {
    const rule = entry.what === 'rule' ? rules.find((one) => one.delivery_id === entry.delivery_id) : undefined;
    if (rule) ids.push(...(await openFindings(store)));
  }
  return ids;
}

/** Findings on tickets whose exposure is another than was said, and exposed ones that no rule has looked at. */
async function exposureChanged(store: TenantStore, { reached }: Sights, rules: readonly DeliveryRow[]): Promise<string[]> {
  const items = await tenantTable(store, 'delivery_items').select(['finding_ids', 'told'], { wanted: 'open' }).execute();
  const known = new Set(items.flatMap(({ finding_ids }) => [...finding_ids]));
  const other = items.filter(({ told, finding_ids }) => told !== null && told.exposed !== finding_ids.some((id) => reached.has(id)));
  const fresh = rules.some((rule) => rule.only_exposed) ? [...reached].filter((id) => !known.has(id)) : [];
  return [...other.flatMap(({ finding_ids }) => [...finding_ids]), ...fresh];
}

/** Ids of all open findings. */
export async function openFindings(store: TenantStore): Promise<string[]> {
  const rows = await tenantTable(store, 'findings').select(['finding_id'], { status: 'open' }).execute();
  return rows.map(({ finding_id }) => finding_id);
}

interface Judging {
  rules: readonly DeliveryRow[];
  sights: Sights;
  seen: readonly Sight[];
  /** Rules that have just begun to send: their first ticket does not wait for the end of a period. */
  begun: ReadonlySet<string>;
}

/** What tickets should say of the findings that were looked at. */
async function judge(ground: Ground, store: TenantStore, judging: Judging): Promise<{ items: ItemDraft[]; removed: ItemRow[] }> {
  const { rules, sights, seen } = judging;
  const byFingerprint = new Map<string, Sight[]>();
  for (const sight of seen) byFingerprint.set(sight.finding.fingerprint, [...(byFingerprint.get(sight.finding.fingerprint) ?? []), sight]);
  const known = new Map((await new DeliveryItems(store).of([...byFingerprint.keys()])).map((item) => [keyOf(item), item]));
  const all = new Map(seen.map((sight) => [sight.findingId, sight]));
  const absent = [...known.values()].flatMap(({ finding_ids }) => finding_ids.filter((id) => !all.has(id)));
  for (const sight of await sights.some(absent)) all.set(sight.findingId, sight);
  const places = new Map(rules.map((rule) => [`${rule.connector_name}\n${rule.destination}`, rule]));
  const items: ItemDraft[] = [];
  const removed: ItemRow[] = [];
  for (const { connector_name, destination } of places.values()) {
    const here = rules.filter((rule) => rule.connector_name === connector_name && rule.destination === destination);
    for (const [fingerprint, group] of byFingerprint) {
      const before = known.get(keyOf({ connector_name, destination, fingerprint }));
      const ids = [...new Set([...(before?.finding_ids ?? []), ...group.map(({ findingId }) => findingId)])];
      const best = bestOf(ids.flatMap((id) => all.get(id) ?? []));
      const rule = best && ruleFor(here, best, before);
      if (!best || !rule) continue;
      const draft = draftOf(ground, { rule, before, best, ids, isFirst: judging.begun.has(rule.delivery_id) });
      if (draft === undefined) {
        if (before) removed.push(before);
      } else if (!before || !isSame(before, draft)) items.push(draft);
    }
  }
  return { items, removed };
}

/** The rule that a finding's ticket belongs to: the one that made it, while it sends; else the first that wants it. */
function ruleFor(rules: readonly DeliveryRow[], best: Sight, before: ItemRow | undefined): DeliveryRow | undefined {
  const own = rules.find(({ delivery_id }) => delivery_id === before?.delivery_id);
  return own ?? rules.find((rule) => wants(rule, best)) ?? (before?.ticket_id ? rules[0] : undefined);
}

/** The sight that a ticket follows: one that is still open, if any is. */
export function bestOf(sights: readonly Sight[]): Sight | undefined {
  return sights.find(({ reason }) => reason === null) ?? sights.find(({ reason }) => reason === 'exception') ?? sights[0];
}

interface Drafting {
  rule: DeliveryRow;
  before: ItemRow | undefined;
  best: Sight;
  ids: readonly string[];
  isFirst: boolean;
}

/** Undefined when there is no ticket and none is needed. What an exception covers is kept: the exception may run out. */
function draftOf(ground: Ground, { rule, before, best, ids, isFirst }: Drafting): ItemDraft | undefined {
  const { reason, finding } = best;
  const [ticket_id, told] = [before?.ticket_id ?? null, before?.told ?? null];
  const isNeeded = ticket_id !== null || ((reason === null || reason === 'exception') && wants(rule, best));
  if (!isNeeded) return undefined;
  const isQuiet = ticket_id === null ? reason !== null : isSaid(told, best);
  const due = before?.due_at ?? (isFirst ? timeOf(ground) : sendingTime(rule, ground.clock()));
  return {
    connector_name: rule.connector_name,
    destination: rule.destination,
    fingerprint: finding.fingerprint,
    delivery_id: rule.delivery_id,
    finding_ids: ids,
    ticket_id,
    wanted: reason === null ? 'open' : 'closed',
    reason,
    told,
    severity_rank: severityRank(finding.severity),
    due_at: isQuiet ? null : due,
    updated_at: timeOf(ground),
  };
}

const COMPARED = ['delivery_id', 'wanted', 'reason', 'severity_rank', 'due_at'] as const;

function isSame(before: ItemRow, after: ItemDraft): boolean {
  return COMPARED.every((column) => before[column] === after[column]) && before.finding_ids.length === after.finding_ids.length;
}

function keyOf({ connector_name, destination, fingerprint }: Pick<ItemDraft, 'connector_name' | 'destination' | 'fingerprint'>): string {
  return [connector_name, destination, fingerprint].join('\n');
}
