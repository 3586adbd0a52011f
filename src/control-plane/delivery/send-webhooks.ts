import { MINUTE_MS } from '../../support/durations.js';
import { parsed } from '../connectors/connector.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { askGiven, type OutsideAnswer } from '../outbound/outbound.js';
import { DeadLetters } from '../store/dead-letters.js';
import type { TenantStore } from '../store/layer/store.js';
import { type MessageRow, WebhookRepository, type WebhookRow } from '../store/webhooks.js';
import { waitAfter } from './back-off.js';
import { asked, RefusedByService, refuseAnswer, Throttled, TryLater } from './destination.js';
import type { Lease } from './lease.js';
import { signedHeaders } from './signing.js';

/** Messages of a webhook in one round. */
const MOST = 50;
const GONE = 410;
/** How long a webhook rests after a failure. */
const SILENT_MS = MINUTE_MS;

/** Sends the messages that are due. A webhook that fails keeps no other one waiting longer than its own time limit. */
export async function sendWebhooks(ground: Ground, lease: Lease): Promise<void> {
  const now = timeOf(ground);
  const webhooks = await ground.store.read(lease.tenantId, (store) => new WebhookRepository(store).enabled());
  const ready = webhooks.filter(({ paused_until }) => paused_until === null || paused_until <= now);
  await Promise.all(ready.map((webhook) => sendTo(ground, lease, webhook)));
}

async function sendTo(ground: Ground, lease: Lease, webhook: WebhookRow): Promise<void> {
  const due = await ground.store.read(lease.tenantId, (store) =>
    new WebhookRepository(store).due(webhook.webhook_id, timeOf(ground), MOST),
  );
  for (const message of due) if (!(await sendOne(ground, lease, webhook, message))) return;
}

/** False when the webhook has to wait with its other messages. */
async function sendOne(ground: Ground, lease: Lease, webhook: WebhookRow, message: MessageRow): Promise<boolean> {
  try {
    const answer = await post(ground, lease, webhook, message);
    if (answer.status === GONE) {
      await giveUp(ground, lease, { webhook, message, error: 'answered 410: it wants no more messages, and is disabled', disable: true });
      return false;
    }
    refuseAnswer(answer);
  } catch (error) {
    if (error instanceof Throttled) await pause(ground, lease, webhook, { ms: error.waitMs, error: error.message });
    else if (error instanceof TryLater || error instanceof RefusedByService)
      await failed(ground, lease, { webhook, message, error: error.message });
    else throw error;
    return false;
  }
  await lease.write(async (store) => {
    const webhooks = new WebhookRepository(store);
    await webhooks.removeMessage(message.message_id);
    await webhooks.update(webhook.webhook_id, { last_sent_at: timeOf(ground), last_error: null });
  });
  return true;
}

async function post(ground: Ground, lease: Lease, { url, secrets, tenant_id }: WebhookRow, message: MessageRow): Promise<OutsideAnswer> {
  const now = timeOf(ground);
  const valid = secrets
    .filter(({ expires_at }) => expires_at === null || expires_at > now)
    .map((secret) => ({ ...secret, tenantId: tenant_id }));
  const timestamp = Math.floor(ground.clock() / 1000);
  const headers = signedHeaders(ground.ring, valid, { id: message.message_id, timestamp, body: message.body });
  await lease.keep();
  const request = { url, method: 'POST' as const, headers: { ...headers, 'content-type': 'application/json' }, body: message.body };
  return asked((one) => askGiven(ground.options, one), request);
}

interface Failing {
  webhook: WebhookRow;
  message: MessageRow;
  error: string;
}

/** Receivers come back, whatever they answered: every failure is tried again. */
async function failed(ground: Ground, lease: Lease, failing: Failing): Promise<void> {
  const { webhook, message, error } = failing;
  const attempts = message.attempts + 1;
  const wait = waitAfter(attempts);
  if (wait === undefined) return giveUp(ground, lease, { ...failing, disable: false });
  await lease.write(async (store) => {
    const webhooks = new WebhookRepository(store);
    await webhooks.updateMessage(message.message_id, { attempts, due_at: timeOf(ground, wait) });
    // Others of its messages would most likely fail as well.
    await webhooks.update(webhook.webhook_id, { last_error: error, paused_until: timeOf(ground, SILENT_MS) });
  });
}

async function giveUp(ground: Ground, lease: Lease, { webhook, message, error, disable }: Failing & { disable: boolean }): Promise<void> {
  const attempts = message.attempts + 1;
  const { webhook_id, url } = webhook;
  await lease.write(async (store: TenantStore) => {
    const webhooks = new WebhookRepository(store);
    await webhooks.updateMessage(message.message_id, { attempts, due_at: null });
    await webhooks.update(webhook_id, { last_error: error, ...(disable && { enabled: false }) });
    const content = { message_id: message.message_id, event: message.event_type, body: parsed(message.body) };
    const letter = {
      kind: 'webhook' as const,
      webhook_id,
      subject_id: message.message_id,
      target: new URL(url).host,
      content,
      attempts,
      error,
    };
    await new DeadLetters(store).add(letter, timeOf(ground));
  });
  ground.log.warn({ webhook_id, attempts, reason: error }, 'a message of a webhook was given up');
}

async function pause(
  ground: Ground,
  lease: Lease,
  { webhook_id }: WebhookRow,
  { ms, error }: { ms: number; error: string },
): Promise<void> {
  await lease.write((store) => new WebhookRepository(store).update(webhook_id, { paused_until: timeOf(ground, ms), last_error: error }));
}
