import type { TenantStore } from './layer/store.js';
import { Table } from './layer/table.js';
import type { Draft } from './layer/tables.js';

export type ConnectorState = Draft<'connector_states'>;

/** The last checks of connectors that one tenant requested. */
export class ConnectorRepository extends Table<'connector_states'> {
  constructor(store: TenantStore) {
    super(store, 'connector_states');
  }

  async all(): Promise<Map<string, ConnectorState>> {
    const rows = await this.select(['name', 'health', 'detail', 'checked_at']).execute();
    return new Map(rows.map((row) => [row.name, row]));
  }
}
