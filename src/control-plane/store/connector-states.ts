import type { TenantStore } from './store.js';
import { Table } from './table.js';
import type { Draft } from './tables.js';

export type ConnectorState = Draft<'connector_states'>;

/** What the connectors last said of themselves, as one tenant asked. */
export class ConnectorRepository extends Table<'connector_states'> {
  constructor(store: TenantStore) {
    super(store, 'connector_states');
  }

  async all(): Promise<Map<string, ConnectorState>> {
    const rows = await this.select(['name', 'health', 'detail', 'checked_at']).execute();
    return new Map(rows.map((row) => [row.name, row]));
  }
}
