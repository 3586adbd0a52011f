import { z } from 'zod';
import { thresholds } from '../model/severity.js';
import { id, line, paged, paging, time } from './fields.js';
import { routeTable } from './route.js';

/** What webhooks are told of. */
export const webhookEvents = [
  'finding.opened',
  'finding.changed',
  'finding.reopened',
  'finding.resolved',
  'job.failed',
  'alert.raised',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

const editable = {
  display_name: line(),
  /** HTTPS; plain HTTP only to hosts that the operator allows by name. */
  url: line(2000),
  /** Findings and alerts below it are not told of. */
  min_severity: z.enum(thresholds),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .max(webhookEvents.length)
    .refine((events) => new Set(events).size === events.length, 'must not repeat an event'),
  enabled: z.boolean(),
};

export const webhookDraft = z.strictObject({
  ...editable,
  min_severity: editable.min_severity.default('any'),
  events: editable.events.default([...webhookEvents]),
  enabled: editable.enabled.default(true),
});

export const webhookUpdate = z.strictObject(editable).partial();

export const webhook = z.object({
  webhook_id: z.string(),
  tenant_id: z.string(),
  ...editable,
  /** When each secret stops being used for signatures; null: not yet known. */
  secrets: z.array(z.object({ created_at: time, expires_at: time.nullable() })),
  last_sent_at: time.nullable(),
  last_error: z.string().nullable(),
  created_by: z.string(),
  created_at: time,
  updated_at: time,
});

/** The secret that signs, in the form of Standard Webhooks (`whsec_…`). It is shown only here. */
const withSecret = webhook.extend({ secret: z.string() });

const webhookId = z.object({ webhook_id: id('whk') });
const byAdmin = { role: 'admin', scope: 'admin' } as const;

/** Routes of webhooks. */
export const webhookRoutes = routeTable({
  createWebhook: {
    ...byAdmin,
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook; its signing secret is shown once',
    audit: 'webhook.create',
    body: webhookDraft,
    response: withSecret,
    status: 201,
  },
  listWebhooks: {
    ...byAdmin,
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'List webhooks, newest first',
    query: z.object(paging),
    response: paged(webhook),
    status: 200,
  },
  updateWebhook: {
    ...byAdmin,
    method: 'PUT',
    path: '/v1/webhooks/{webhook_id}',
    summary: 'Change a webhook',
    audit: 'webhook.update',
    params: webhookId,
    body: webhookUpdate,
    response: webhook,
    status: 200,
    errors: [404],
  },
  rotateWebhook: {
    ...byAdmin,
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/rotate',
    summary: 'Make a new signing secret; the old one signs as well until the overlap ends',
    audit: 'webhook.rotate',
    params: webhookId,
    body: z.strictObject({ overlap_hours: z.number().int().min(0).max(168).default(24) }),
    response: withSecret,
    status: 200,
    errors: [404],
  },
  deleteWebhook: {
    ...byAdmin,
    method: 'DELETE',
    path: '/v1/webhooks/{webhook_id}',
    summary: 'Delete a webhook and the messages that wait for it',
    audit: 'webhook.delete',
    params: webhookId,
    status: 204,
    errors: [404],
  },
});
