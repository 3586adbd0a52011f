import { type CloudConnection, cloudProviders } from '../../model/cloud.js';
import { Conflict } from '../failures.js';
import { CloudConnectionRepository, type ConnectionRow } from '../store/cloud-connections.js';
import type { TenantStore } from '../store/layer/store.js';

/** A connection as a worker gets it: names of roles and identities, never keys. */
export interface BrokeredConnection extends CloudConnection {
  connection_id: string;
}

/** The connection that a scope names; undefined for scopes without one. */
export function connectionIn(scope: Readonly<Record<string, unknown>>): string | undefined {
  return typeof scope['connection_id'] === 'string' ? scope['connection_id'] : undefined;
}

/** Why a connection cannot be used; undefined when it can. Only what was verified with the service's own identity is ever run. */
export function whyUnusable(row: ConnectionRow | undefined): string | undefined {
  if (!row) return 'the connection of the source is not there';
  if (row.status === 'disabled') return 'the connection is disabled';
  if (row.health === 'unverified' || row.last_verified_at === null)
    return `the connection is not verified${row.last_error === null ? '' : `: ${row.last_error}`}; verify it: POST /v1/cloud/connections/${row.connection_id}/verify`;
  return undefined;
}

/** Throws Conflict with the reason for a connection that cannot be used. */
export async function usableConnection(store: TenantStore, connectionId: string): Promise<BrokeredConnection> {
  const row = await new CloudConnectionRepository(store).find(connectionId);
  const why = whyUnusable(row);
  const provider = cloudProviders.find((one) => one === row?.provider);
  if (!row || why !== undefined || provider === undefined) throw new Conflict(why ?? 'the provider of the connection is not known');
  return { connection_id: row.connection_id, provider, account: row.account, configuration: row.configuration };
}

/** Takes the right to run from a connection that turned out not to be read-only. */
export async function refuseConnection(store: TenantStore, connectionId: string, reason: string): Promise<void> {
  const connections = new CloudConnectionRepository(store);
  const row = await connections.lock(connectionId);
  if (row) await connections.update(connectionId, { health: 'unverified', last_verified_at: null, last_error: reason });
}
