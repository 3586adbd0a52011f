import { type Ground, timeOf } from '../ground/ground.js';
import type { DeliveryRow } from '../store/deliveries.js';
import { DeliveryItems, type ItemDraft, type ItemRow } from '../store/delivery-items.js';
import { severityRank } from '../store/findings/severity-rank.js';
import type { TenantStore } from '../store/layer/store.js';
import { sendingTime, wants } from './rules.js';
import { isSaid, type Sight, type Sights } from './sight.js';

interface Judging {
  rules: readonly DeliveryRow[];
  sights: Sights;
  seen: readonly Sight[];
  /** Rules that have just begun to send: their first ticket does not wait for the end of a period. */
  begun: ReadonlySet<string>;
}

/** What tickets should say of the findings that were looked at. */
export async function judge(ground: Ground, store: TenantStore, judging: Judging): Promise<{ items: ItemDraft[]; removed: ItemRow[] }> {
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
