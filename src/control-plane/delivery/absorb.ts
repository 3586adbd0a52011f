import { severities } from '../../model/severity.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { DeliveryRepository, type DeliveryRow } from '../store/deliveries.js';
import { DeliveryItems, type ItemDraft, type ItemRow, TicketRepository } from '../store/delivery-items.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { DeliveryEntry } from '../store/schema/delivery-entries.js';
import { judge } from './judge.js';
import type { Lease } from './lease.js';
import { isDangerous, isSevere } from './rules.js';
import { Sights } from './sight.js';
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
    if (rule) ids.push(...(await openFindingIds(store, rule)));
  }
  return ids;
}

/** Findings on tickets whose exposure is another than was said, and exposed ones that no rule has looked at. */
async function exposureChanged(store: TenantStore, { reached }: Sights, rules: readonly DeliveryRow[]): Promise<string[]> {
  const items = await tenantTable(store, 'delivery_items').select(['finding_ids', 'told'], { wanted: 'open' }).execute();
  const known = new Set(items.flatMap(({ finding_ids }) => [...finding_ids]));
  const other = items.filter(({ told, finding_ids }) => told !== null && told.exposed !== finding_ids.some((id) => reached.has(id)));
  const exposed = rules.filter((rule) => rule.only_exposed);
  const fresh = [...reached].filter(([id, finding]) => !known.has(id) && exposed.some((rule) => isDangerous(finding, rule)));
  return [...other.flatMap(({ finding_ids }) => [...finding_ids]), ...fresh.map(([id]) => id)];
}

/** Ids of the open findings that are dangerous enough for a rule. */
export async function openFindingIds(store: TenantStore, { min_severity, only_kev }: DeliveryRow): Promise<string[]> {
  const severity = severities.filter((one) => isSevere(one, min_severity));
  const rows = await tenantTable(store, 'findings')
    .select(['finding_id'], { status: 'open', severity, ...(only_kev && { kev: true }) })
    .execute();
  return rows.map(({ finding_id }) => finding_id);
}
