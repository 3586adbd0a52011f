import { Conflict } from '../failures.js';
import { CloudConnectionRepository, type ConnectionRow } from '../store/cloud-connections.js';
import type { TenantStore } from '../store/layer/store.js';
import { connectionIn, whyUnusable } from './cloud-connection.js';
import type { HealthReport } from './connector.js';

const NONE = 'no warehouse is connected: a verified cloud connection to Snowflake that names a warehouse is needed';

/**
 * The connection that a source of a warehouse reads: the one that its scope names, or the only one there is. Throws Conflict with the
 * reason where there is none.
 */
export async function warehouseFor(store: TenantStore, scope: Readonly<Record<string, unknown>>): Promise<ConnectionRow> {
  const connections = new CloudConnectionRepository(store);
  const named = connectionIn(scope);
  if (named !== undefined) {
    const row = await connections.find(named);
    const why = whyUnusable(row) ?? (row && hasWarehouse(row) ? undefined : NONE);
    if (!row || why !== undefined) throw new Conflict(why ?? NONE);
    return row;
  }
  const [first, ...others] = await warehousesOf(store);
  if (!first) throw new Conflict(NONE);
  if (others.length > 0) throw new Conflict('several warehouses are connected: scope.connection_id must name one');
  return first;
}

/** The connections that can be read. */
export async function warehousesOf(store: TenantStore): Promise<ConnectionRow[]> {
  const rows = await new CloudConnectionRepository(store).ofProvider('snowflake');
  return rows.filter((row) => hasWarehouse(row) && whyUnusable(row) === undefined);
}

/** The name of this connector among the others. */
export const WAREHOUSE_CONNECTOR = 'warehouse';

/** Healthy where every connection to a warehouse can be read. */
export async function warehouseHealth(store: TenantStore): Promise<HealthReport> {
  const known = (await new CloudConnectionRepository(store).ofProvider('snowflake')).filter(hasWarehouse);
  const reasons = known.flatMap((row) => whyUnusable(row) ?? []);
  if (known.length === 0) return { health: 'not_configured', detail: NONE };
  if (reasons.length === 0) return { health: 'healthy', detail: null };
  return { health: reasons.length < known.length ? 'degraded' : 'auth_failed', detail: reasons.join('; ').slice(0, 500) };
}

/** The reason for which a scope has no warehouse; else its connection. */
export async function warehouseOrReason(store: TenantStore, scope: Readonly<Record<string, unknown>>): Promise<ConnectionRow | string> {
  try {
    return await warehouseFor(store, scope);
  } catch (error) {
    if (error instanceof Conflict) return error.message;
    throw error;
  }
}

function hasWarehouse({ provider, configuration }: ConnectionRow): boolean {
  return provider === 'snowflake' && typeof configuration.warehouse === 'string';
}
