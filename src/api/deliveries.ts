import { z } from 'zod';
import { severities, thresholds } from '../model/severity.js';
import { id, json, line, paged, paging, time } from './fields.js';
import { routeTable } from './route.js';

/** The services that findings can be delivered to. */
export const deliveryConnectors = ['jira', 'servicenow', 'slack', 'github', 'linear', 'teams', 'pagerduty', 'email'] as const;
export type DeliveryConnector = (typeof deliveryConnectors)[number];

/** How findings are collected: each gets its own ticket, or all of a period get one. */
export const digests = ['off', 'hourly', 'daily'] as const;
export type DigestPeriod = (typeof digests)[number];

const rule = {
  display_name: line(),
  /** A project, table, repository, team, channel or address, in the terms of the service. */
  destination: line(255),
  min_severity: z.enum(thresholds),
  /** True: only what is known to be exploited. */
  only_kev: z.boolean(),
  /** True: only what an MCP server reaches. */
  only_exposed: z.boolean(),
  /** Only findings of sources with this owner. */
  owner: line().nullable(),
  digest: z.enum(digests),
  /** True: nothing is sent; the preview shows what would be. */
  dry_run: z.boolean(),
  enabled: z.boolean(),
};

export const deliveryDraft = z.strictObject({
  ...rule,
  connector_name: z.enum(deliveryConnectors),
  min_severity: rule.min_severity.default('high'),
  only_kev: rule.only_kev.default(false),
  only_exposed: rule.only_exposed.default(false),
  owner: rule.owner.default(null),
  digest: rule.digest.default('off'),
  dry_run: rule.dry_run.default(true),
  enabled: rule.enabled.default(true),
});

/** The connector stays: tickets of the rule are there. */
export const deliveryUpdate = z.strictObject(rule).partial();

export const delivery = z.object({
  delivery_id: z.string(),
  tenant_id: z.string(),
  ...rule,
  connector_name: z.enum(deliveryConnectors),
  /** Whether the server has the key of this connector. */
  configured: z.boolean(),
  last_sent_at: time.nullable(),
  last_error: z.string().nullable(),
  /** The service has asked to wait until then, or did not answer. */
  paused_until: time.nullable(),
  created_by: z.string(),
  created_at: time,
  updated_at: time,
});

/** What would be sent: one ticket or message. */
const previewed = z.object({
  kind: z.enum(['ticket', 'digest']),
  title: z.string(),
  text: z.string(),
  findings: z.array(z.object({ finding_id: z.string(), fingerprint: z.string(), severity: z.enum(severities), title: z.string() })),
});

const deadLetter = z.object({
  dead_letter_id: z.string(),
  tenant_id: z.string(),
  kind: z.enum(['ticket', 'webhook']),
  /** The rule or the webhook. */
  delivery_id: z.string().nullable(),
  webhook_id: z.string().nullable(),
  /** Connector and destination, or the host of the webhook. */
  target: z.string(),
  /** What was to be sent: the findings of a ticket, or the message of a webhook. */
  content: json,
  attempts: z.number().int(),
  error: z.string(),
  failed_at: time,
});

const deliveryId = z.object({ delivery_id: id('dlv') });
const byAdmin = { role: 'admin', scope: 'admin' } as const;
const byViewer = { role: 'viewer', scope: 'read' } as const;

/** Routes of deliveries: findings that become tickets and messages. */
export const deliveryRoutes = routeTable({
  createDelivery: {
    ...byAdmin,
    method: 'POST',
    path: '/v1/deliveries',
    summary: 'Create a rule that delivers findings to a service; at first as a dry run',
    audit: 'delivery.create',
    body: deliveryDraft,
    response: delivery,
    status: 201,
    idempotency: 'accepted',
  },
  listDeliveries: {
    ...byViewer,
    method: 'GET',
    path: '/v1/deliveries',
    summary: 'List delivery rules, newest first',
    query: z.object({ ...paging, connector_name: z.enum(deliveryConnectors).optional() }),
    response: paged(delivery),
    status: 200,
  },
  listDeadLetters: {
    ...byAdmin,
    method: 'GET',
    path: '/v1/deliveries/dead-letters',
    summary: 'List what could not be delivered, newest first; messages of webhooks are among it',
    query: z.object(paging),
    response: paged(deadLetter),
    status: 200,
  },
  replayDeadLetter: {
    ...byAdmin,
    method: 'POST',
    path: '/v1/deliveries/dead-letters/{dead_letter_id}/replay',
    summary: 'Try a dead letter again',
    audit: 'dead_letter.replay',
    params: z.object({ dead_letter_id: id('dlt') }),
    response: z.object({ dead_letter_id: z.string(), status: z.literal('queued') }),
    status: 202,
    errors: [404],
  },
  getDelivery: {
    ...byViewer,
    method: 'GET',
    path: '/v1/deliveries/{delivery_id}',
    summary: 'Load one delivery rule',
    params: deliveryId,
    response: delivery,
    status: 200,
    errors: [404],
  },
  previewDelivery: {
    ...byViewer,
    method: 'GET',
    path: '/v1/deliveries/{delivery_id}/preview',
    summary: 'Show what the rule would send now if it were no dry run',
    params: deliveryId,
    response: z.object({ items: z.array(previewed), total: z.number().int() }),
    status: 200,
    errors: [404],
  },
  updateDelivery: {
    ...byAdmin,
    method: 'PUT',
    path: '/v1/deliveries/{delivery_id}',
    summary: 'Change a delivery rule; tickets that exist stay as they are',
    audit: 'delivery.update',
    params: deliveryId,
    body: deliveryUpdate,
    response: delivery,
    status: 200,
    errors: [404, 409],
  },
  deleteDelivery: {
    ...byAdmin,
    method: 'DELETE',
    path: '/v1/deliveries/{delivery_id}',
    summary: 'Delete a delivery rule; tickets that exist stay as they are',
    audit: 'delivery.delete',
    params: deliveryId,
    status: 204,
    errors: [404],
  },
});
