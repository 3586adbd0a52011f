import { isDeepStrictEqual } from 'node:util';
import { cloudAccounts, cloudConfigurations, type cloudRoutes } from '../../../api/cloud.js';
import { type CloudProviderId, cloudProviders } from '../../../model/cloud.js';
import type { JsonObject } from '../../../support/json.js';
import { verifyConnection } from '../../connectors/verify-connection.js';
import { Conflict, NotFound, Unavailable, Unprocessable } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { newId } from '../../ids.js';
import { requireQuota } from '../../limits/quota.js';
import { CloudConnectionRepository, type ConnectionRow } from '../../store/cloud-connections.js';
import { isUniqueClash } from '../../store/engines/failures.js';
import type { TenantStore } from '../../store/layer/store.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

export const cloudHandlers: Handlers<typeof cloudRoutes> = {
  createCloudConnection: async ({ store, body, principal, plane }) => {
    await requireQuota(store, 'cloud_connections');
    if (!cloudAccounts[body.provider].test(body.account)) throw new Unprocessable(`account: not one of ${body.provider}`);
    const now = timeOf(plane);
    const row: ConnectionRow = {
      tenant_id: store.tenantId,
      connection_id: newId('con'),
      provider: body.provider,
      display_name: body.display_name,
      account: body.account.toLowerCase(),
      configuration: configurationOf(body.provider, body.account, body.configuration),
      status: 'registered',
      health: 'unverified',
      last_verified_at: null,
      last_error: null,
      created_by: principal.actor,
      created_at: now,
      updated_at: now,
    };
    await new CloudConnectionRepository(store).create(row).catch((error: unknown) => {
      throw isUniqueClash(error) ? new Conflict('this account is connected already') : error;
    });
    const headers = { location: `/v1/cloud/connections/${row.connection_id}` };
    return { body: row, headers, audit: note(row) };
  },
  listCloudConnections: async (call) => ({
    body: await new CloudConnectionRepository(call.store).list(call.query, pageRequest(call, 'cloud_connections'), (row) => row),
  }),
  getCloudConnection: async ({ store, params }) => ({ body: await requireConnection(store, params.connection_id) }),
  updateCloudConnection: async ({ store, params, body, plane }) => {
    const row = await requireLocked(store, params.connection_id);
    const provider = providerOf(row);
    const configuration = body.configuration ? configurationOf(provider, row.account, body.configuration) : row.configuration;
    const isMoved = !isDeepStrictEqual(configuration, row.configuration);
    const changed: ConnectionRow = {
      ...row,
      display_name: body.display_name ?? row.display_name,
      status: body.status ?? row.status,
      configuration,
      ...(isMoved && { health: 'unverified', last_verified_at: null, last_error: null }),
      updated_at: timeOf(plane),
    };
    await new CloudConnectionRepository(store).update(row.connection_id, changed);
    return { body: changed, audit: note(changed) };
  },
  verifyCloudConnection: {
    prepare: async ({ plane, principal, params }) => {
      const row = await plane.store.read(principal.tenantId, (store) => requireConnection(store, params.connection_id));
      if (row.status === 'disabled') throw new Conflict('the connection is disabled');
      const { health, error } = await verifyConnection({ ...row, provider: providerOf(row) }, plane);
      return async ({ store }) => {
        const known = await requireLocked(store, params.connection_id);
        if (!isDeepStrictEqual(known.configuration, row.configuration))
          throw new Conflict('the connection was changed while it was verified');
        const last_verified_at = isVerified(health) ? timeOf(plane) : health === 'unverified' ? null : known.last_verified_at;
        const verified = { ...known, health, last_error: error, last_verified_at };
        await new CloudConnectionRepository(store).update(row.connection_id, verified);
        return { body: verified, audit: { ...note(verified), outcome: isVerified(health) ? 'success' : 'failed' } };
      };
    },
  },
  deleteCloudConnection: async ({ store, params }) => {
    const row = await requireLocked(store, params.connection_id);
    const connections = new CloudConnectionRepository(store);
    if (await connections.isUsed(row.connection_id)) throw new Conflict('sources use this connection');
    await connections.remove(row.connection_id);
    return { audit: note(row) };
  },
};

async function requireConnection(store: TenantStore, connectionId: string): Promise<ConnectionRow> {
  const row = await new CloudConnectionRepository(store).find(connectionId);
  if (!row) throw new NotFound('cloud connection');
  return row;
}

async function requireLocked(store: TenantStore, connectionId: string): Promise<ConnectionRow> {
  const row = await new CloudConnectionRepository(store).lock(connectionId);
  if (!row) throw new NotFound('cloud connection');
  return row;
}

function isVerified(health: string): boolean {
  return health === 'healthy' || health === 'degraded';
}

function providerOf({ provider }: ConnectionRow): CloudProviderId {
  const found = cloudProviders.find((one) => one === provider);
  if (!found) throw new Unavailable('the provider of this connection is not known');
  return found;
}

/**
 * Checked against the provider's own fields. A field that looks like a key is refused like any unknown field, without
 * being repeated.
 */
function configurationOf(provider: CloudProviderId, account: string, given: unknown): JsonObject {
  const result = cloudConfigurations[provider].safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    const place = issue?.code === 'unrecognized_keys' ? '' : `.${issue?.path.map(String).join('.') ?? ''}`;
    throw new Unprocessable(
      `configuration${place}: ${place === '' ? `only the fields of ${provider} are taken, and no keys` : issue?.message}`,
    );
  }
  if ('role_arn' in result.data && result.data.role_arn.split(':')[4] !== account) {
    throw new Unprocessable('configuration.role_arn: not a role of this account');
  }
  return result.data;
}

function note({ connection_id, provider, account, status }: ConnectionRow) {
  return { target_id: connection_id, details: { provider, account, status } };
}
