import type { z } from 'zod';
import { type webhook, webhookEvents, type webhookRoutes } from '../../../api/webhooks.js';
import { thresholds } from '../../../model/severity.js';
import { HOUR_MS } from '../../../support/durations.js';
import { OutboundPolicy } from '../../../system/outbound-policy.js';
import { shownSecret } from '../../delivery/signing.js';
import { NotFound, Unprocessable } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { newId } from '../../ids.js';
import { requireQuota } from '../../limits/quota.js';
import { DeliveryQueue } from '../../store/delivery-outbox.js';
import type { TenantStore } from '../../store/layer/store.js';
import type { WebhookSecret } from '../../store/schema/delivery-entries.js';
import { WebhookRepository, type WebhookRow } from '../../store/webhooks.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import type { ControlPlane } from '../plane.js';

export const webhookHandlers: Handlers<typeof webhookRoutes> = {
  createWebhook: async ({ store, body, principal, plane }) => {
    await requireQuota(store, 'webhooks');
    checkAddress(plane, body.url);
    const now = timeOf(plane);
    const secret = newSecret(plane);
    const { events, ...given } = body;
    const row = await new WebhookRepository(store).create({
      webhook_id: newId('whk'),
      ...given,
      event_types: events,
      secrets: [secret],
      ...{ paused_until: null, last_sent_at: null, last_error: null },
      ...{ created_by: principal.actor, created_at: now, updated_at: now },
    });
    const headers = { location: `/v1/webhooks/${row.webhook_id}` };
    return { body: withSecret(plane, row, secret), headers, audit: note(row) };
  },
  listWebhooks: async (call) => ({ body: await new WebhookRepository(call.store).list(pageRequest(call, 'webhooks'), shown) }),
  updateWebhook: async ({ store, shared, params, body, plane }) => {
    const row = await requireLocked(store, shared, params.webhook_id, plane);
    const { events, ...given } = body;
    if (given.url !== undefined) checkAddress(plane, given.url);
    const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const changed: WebhookRow = {
      ...row,
      ...stated,
      ...(events && { event_types: events }),
      paused_until: null,
      updated_at: timeOf(plane),
    };
    await new WebhookRepository(store).update(row.webhook_id, changed);
    return { body: shown(changed), audit: note(changed) };
  },
  rotateWebhook: async ({ store, shared, params, body, plane }) => {
    const row = await requireLocked(store, shared, params.webhook_id, plane);
    const secret = newSecret(plane);
    const now = timeOf(plane);
    const end = timeOf(plane, body.overlap_hours * HOUR_MS);
    const valid = row.secrets.filter(({ expires_at }) => expires_at === null || expires_at > now);
    const older = valid.map((one) => ({ ...one, expires_at: one.expires_at !== null && one.expires_at < end ? one.expires_at : end }));
    const changed: WebhookRow = { ...row, secrets: [secret, ...older], updated_at: now };
    await new WebhookRepository(store).update(row.webhook_id, changed);
    return { body: withSecret(plane, changed, secret), audit: note(changed) };
  },
  deleteWebhook: async ({ store, shared, params, plane }) => {
    const row = await requireLocked(store, shared, params.webhook_id, plane);
    await new WebhookRepository(store).forget(row.webhook_id);
    return { audit: note(row) };
  },
};

async function requireLocked(
  store: TenantStore,
  shared: ConstructorParameters<typeof DeliveryQueue>[0],
  webhookId: string,
  plane: ControlPlane,
): Promise<WebhookRow> {
  // Whoever delivers takes this place first, too.
  await new DeliveryQueue(shared).wake(store.tenantId, timeOf(plane));
  const row = await new WebhookRepository(store).lock(webhookId);
  if (!row) throw new NotFound('webhook');
  return row;
}

/** The address itself is checked when it is connected to. */
function checkAddress({ options }: ControlPlane, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Unprocessable('url: expected an https:// address');
  if (url.username !== '' || url.password !== '' || url.hash !== '') throw new Unprocessable('url: takes no user info and no fragment');
  if (url.protocol === 'http:' && !new OutboundPolicy(options.outboundAllow).names(url.hostname))
    throw new Unprocessable('url: expected https://; http:// only to hosts that SERVICE_OUTBOUND_ALLOW names');
}

function newSecret(plane: ControlPlane): WebhookSecret {
  return { secret_id: newId('whs'), key_id: plane.ring.current, created_at: timeOf(plane), expires_at: null };
}

function withSecret(plane: ControlPlane, row: WebhookRow, secret: WebhookSecret) {
  return { ...shown(row), secret: shownSecret(plane.ring, { ...secret, tenantId: row.tenant_id }) };
}

function shown({ event_types, secrets, paused_until: _, ...row }: WebhookRow): z.input<typeof webhook> {
  return {
    ...row,
    min_severity: thresholds.find((one) => one === row.min_severity) ?? 'any',
    events: webhookEvents.filter((event) => event_types.includes(event)),
    secrets: secrets.map(({ created_at, expires_at }) => ({ created_at, expires_at })),
  };
}

function note({ webhook_id, url, event_types, enabled }: WebhookRow) {
  return { target_id: webhook_id, details: { host: new URL(url).host, events: event_types, enabled } };
}
