import type { Selectable } from 'kysely';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type ConnectorState = Omit<Selectable<Tables['connector_states']>, 'tenant_id'>;

/** What the connectors last said of themselves, as one tenant asked. */
export class ConnectorRepository {
  constructor(private readonly store: TenantStore) {}

  async all(): Promise<Map<string, ConnectorState>> {
    const { tenantId, db } = this.store;
    const rows = await db
      .selectFrom('connector_states')
      .select(['name', 'health', 'detail', 'checked_at'])
      .where('tenant_id', '=', tenantId)
      .execute();
    return new Map(rows.map((row) => [row.name, row]));
  }

  async keep({ name, ...state }: ConnectorState): Promise<void> {
    const { tenantId, db } = this.store;
    await db
      .insertInto('connector_states')
      .values({ tenant_id: tenantId, name, ...state })
      .onConflict((clash) => clash.columns(['tenant_id', 'name']).doUpdateSet(state))
      .execute();
  }
}
