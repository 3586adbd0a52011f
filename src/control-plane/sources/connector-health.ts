import { connectionIn } from '../connectors/cloud-connection.js';
import { ConnectorRepository } from '../store/connector-states.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { SourceRow } from '../store/sources.js';

interface ConnectorHealth {
  name: string;
  health: string;
  checked_at: string | null;
}

/** The last checks of the connectors and cloud connections of sources, by the source. */
export async function connectorHealths(store: TenantStore, rows: readonly SourceRow[]): Promise<ReadonlyMap<string, ConnectorHealth>> {
  const states = await new ConnectorRepository(store).all();
  const connection_id = rows.flatMap(({ scope }) => connectionIn(scope) ?? []);
  const connections = await tenantTable(store, 'cloud_connections')
    .select(['connection_id', 'display_name', 'health', 'last_verified_at'], { connection_id })
    .execute();
  const byId = new Map(connections.map((one) => [one.connection_id, one]));
  const healthOf = ({ scope, connector_name }: SourceRow): ConnectorHealth | undefined => {
    const connection = byId.get(connectionIn(scope) ?? '');
    if (connection) return { name: connection.display_name, health: connection.health, checked_at: connection.last_verified_at };
    if (connector_name === null) return undefined;
    const { health = 'unknown', checked_at = null } = states.get(connector_name) ?? {};
    return { name: connector_name, health, checked_at };
  };
  return new Map(
    rows.flatMap((row): [string, ConnectorHealth][] => {
      const health = healthOf(row);
      return health ? [[row.source_id, health]] : [];
    }),
  );
}
