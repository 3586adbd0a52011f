import type { z } from 'zod';
import { type delivery, deliveryConnectors, type deliveryRoutes, digests } from '../../../api/deliveries.js';
import { thresholds } from '../../../model/severity.js';
import { destinationOf } from '../../delivery/destinations/registry.js';
import { previewOf } from '../../delivery/preview.js';
import { Conflict, NotFound, Unprocessable } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { newId } from '../../ids.js';
import { requireQuota } from '../../limits/quota.js';
import { type DeadLetterRow, DeadLetters } from '../../store/dead-letters.js';
import { DeliveryRepository, type DeliveryRow } from '../../store/deliveries.js';
import { announceRule, DeliveryQueue } from '../../store/delivery-outbox.js';
import type { TenantStore } from '../../store/layer/store.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import type { ControlPlane } from '../plane.js';

export const deliveryHandlers: Handlers<typeof deliveryRoutes> = {
  createDelivery: async ({ store, body, principal, plane }) => {
    await requireQuota(store, 'deliveries');
    const now = timeOf(plane);
    const delivery_id = newId('dlv');
    const stamps = {
      paused_until: null,
      last_sent_at: null,
      last_error: null,
      created_by: principal.actor,
      created_at: now,
      updated_at: now,
    };
    const draft = { delivery_id, ...body, ...stamps };
    check(plane, draft);
    const row = await new DeliveryRepository(store).create(draft);
    if (isSending(row)) await announceRule(store, delivery_id, now);
    return { body: shown(plane, row), headers: { location: `/v1/deliveries/${delivery_id}` }, audit: note(row) };
  },
  listDeliveries: async (call) => {
    const item = (row: DeliveryRow) => shown(call.plane, row);
    return { body: await new DeliveryRepository(call.store).list(call.query, pageRequest(call, 'deliveries'), item) };
  },
  getDelivery: async ({ store, params, plane }) => {
    const row = await new DeliveryRepository(store).find(params.delivery_id);
    if (!row) throw new NotFound('delivery');
    return { body: shown(plane, row) };
  },
  previewDelivery: async ({ store, params, plane }) => {
    const row = await new DeliveryRepository(store).find(params.delivery_id);
    if (!row) throw new NotFound('delivery');
    return { body: await previewOf(plane, store, row) };
  },
  updateDelivery: async ({ store, shared, params, body, plane }) => {
    const now = timeOf(plane);
    // Whoever delivers takes this place first, too.
    await new DeliveryQueue(shared).wake(store.tenantId, now);
    const row = await requireLocked(store, params.delivery_id);
    const stated = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed: DeliveryRow = { ...row, ...stated, paused_until: null, updated_at: now };
    check(plane, changed);
    await new DeliveryRepository(store).change(row, changed);
    if (isSending(changed)) await announceRule(store, row.delivery_id, now);
    return { body: shown(plane, changed), audit: note(changed) };
  },
  deleteDelivery: async ({ store, shared, params, plane }) => {
    await new DeliveryQueue(shared).wake(store.tenantId, timeOf(plane));
    const row = await requireLocked(store, params.delivery_id);
    await new DeliveryRepository(store).forget(row.delivery_id);
    return { audit: note(row) };
  },
  listDeadLetters: async (call) => ({ body: await new DeadLetters(call.store).list(pageRequest(call, 'dead_letters'), shownLetter) }),
  replayDeadLetter: async ({ store, shared, params, plane }) => {
    const now = timeOf(plane);
    await new DeliveryQueue(shared).wake(store.tenantId, now);
    const row = await new DeadLetters(store).replay(params.dead_letter_id, now);
    if (!row) throw new NotFound('dead letter');
    const { dead_letter_id, target } = row;
    return { body: { dead_letter_id, status: 'queued' }, audit: { target_id: dead_letter_id, details: { target, kind: row.kind } } };
  },
};

async function requireLocked(store: TenantStore, deliveryId: string): Promise<DeliveryRow> {
  const row = await new DeliveryRepository(store).lock(deliveryId);
  if (!row) throw new NotFound('delivery');
  return row;
}

function isSending({ enabled, dry_run }: Pick<DeliveryRow, 'enabled' | 'dry_run'>): boolean {
  return enabled && !dry_run;
}

function isConfigured(plane: ControlPlane, connector: string): boolean {
  return destinationOf(connector)?.desk(plane.options, () => Promise.reject(new Error('not to be asked'))) !== undefined;
}

/** A rule sends only where the server has a key, so that nobody waits for tickets that cannot come. */
function check(plane: ControlPlane, row: Pick<DeliveryRow, 'connector_name' | 'destination' | 'enabled' | 'dry_run'>): void {
  const service = destinationOf(row.connector_name);
  if (!service?.place.test(row.destination)) throw new Unprocessable(`destination: expected ${service?.expected}`);
  if (isSending(row) && !isConfigured(plane, row.connector_name))
    throw new Conflict(`${row.connector_name} is not configured on this server: it needs ${service.settings.join(', ')}`);
}

function shown(plane: ControlPlane, row: DeliveryRow): z.input<typeof delivery> {
  return {
    ...row,
    connector_name: deliveryConnectors.find((one) => one === row.connector_name) ?? 'jira',
    min_severity: thresholds.find((one) => one === row.min_severity) ?? 'any',
    digest: digests.find((one) => one === row.digest) ?? 'off',
    configured: isConfigured(plane, row.connector_name),
  };
}

function shownLetter(row: DeadLetterRow) {
  const { subject_id: _, ...rest } = row;
  return rest;
}

function note({ delivery_id, connector_name, destination, min_severity, dry_run, enabled }: DeliveryRow) {
  return { target_id: delivery_id, details: { connector_name, destination, min_severity, dry_run, enabled } };
}
