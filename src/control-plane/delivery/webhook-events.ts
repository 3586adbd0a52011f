import { type WebhookEvent, webhookEvents } from '../../api/webhooks.js';
import { severities } from '../../model/severity.js';
import type { JsonObject } from '../../support/json.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { chunksOf } from '../store/layer/many-rows.js';
import type { TenantStore } from '../store/layer/store.js';
import type { Draft } from '../store/layer/tables.js';
import type { DeliveryEntry } from '../store/schema/delivery-entries.js';
import { WebhookRepository, type WebhookRow } from '../store/webhooks.js';
import { isSevere } from './rules.js';
import type { Sight } from './sight.js';

/** Findings, alerts or jobs in one message: a first scan is no flood. */
const IN_A_MESSAGE = 100;

/** What the list in a message is called. */
const LISTS: Readonly<Record<WebhookEvent, 'findings' | 'alerts' | 'jobs'>> = {
  'finding.opened': 'findings',
  'finding.changed': 'findings',
  'finding.reopened': 'findings',
  'finding.resolved': 'findings',
  'job.failed': 'jobs',
  'alert.raised': 'alerts',
};

type MessageDraft = Omit<Draft<'webhook_messages'>, 'created_at'>;

/** The messages that the tenant's webhooks get of what happened. */
export async function messagesFor(
  ground: Ground,
  store: TenantStore,
  entries: readonly DeliveryEntry[],
  seen: readonly Sight[],
): Promise<MessageDraft[]> {
  const webhooks = await new WebhookRepository(store).enabled();
  if (webhooks.length === 0) return [];
  const byId = new Map(seen.map((sight) => [sight.findingId, sight]));
  return webhooks.flatMap((webhook) =>
    webhookEvents.flatMap((event) => dataOf(webhook, event, entries, byId).map((data) => draftOf(ground, webhook, event, data))),
  );
}

function draftOf(ground: Ground, { webhook_id }: WebhookRow, event: WebhookEvent, data: JsonObject): MessageDraft {
  const now = timeOf(ground);
  const body = JSON.stringify({ type: event, timestamp: now, data });
  return { message_id: newId('msg'), webhook_id, event_type: event, body, attempts: 0, due_at: now };
}

/** The data of each message that a webhook gets of one kind of event. */
function dataOf(
  webhook: WebhookRow,
  event: WebhookEvent,
  entries: readonly DeliveryEntry[],
  sights: ReadonlyMap<string, Sight>,
): JsonObject[] {
  if (!webhook.event_types.includes(event)) return [];
  const own = entries.filter(({ what }) => what === event);
  const happened = own.flatMap((entry) => ('data' in entry && isLoud(entry.severity, webhook) ? [entry.data] : []));
  const ids = [...new Set(own.flatMap((entry) => ('finding_id' in entry ? [entry.finding_id] : [])))];
  const findings = ids.flatMap((id) => sights.get(id) ?? []).filter(({ finding }) => isSevere(finding.severity, webhook.min_severity));
  return [...chunksOf([...happened, ...findings.map(shown)], IN_A_MESSAGE)].map((some) => ({ [LISTS[event]]: [...some] }));
}

/** What has no severity, such as a job, is always told. */
function isLoud(severity: string | null, webhook: WebhookRow): boolean {
  const known = severities.find((one) => one === severity);
  return known === undefined || isSevere(known, webhook.min_severity);
}

function shown({ findingId, finding, reason, exposed }: Sight): JsonObject {
  const { fingerprint, kind, id, severity, title, component, subject, kev, fixed_version } = finding;
  return {
    finding_id: findingId,
    ...{ fingerprint, kind, id, severity, title },
    status: reason === 'resolved' ? 'resolved' : reason === null ? 'open' : 'suppressed',
    component: component ?? null,
    subject: subject ?? null,
    kev: kev === 'listed',
    exposed,
    fixed_version: fixed_version ?? null,
  };
}
