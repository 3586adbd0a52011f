import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type ConnectionRow = Tables['cloud_connections'];

export interface ConnectionFilter {
  provider?: string | undefined;
  health?: string | undefined;
}

/** Kinds of sources whose scope may name a connection. */
const USERS = ['scan.cloud', 'connector.cloud_read_only', 'connector.warehouse'];

/** Read-only connections of one tenant to cloud accounts, one for each account. */
export class CloudConnectionRepository extends Table<'cloud_connections'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'cloud_connections');
  }

  /** Newest first. */
  list<T>({ provider, health }: ConnectionFilter, page: PageRequest, item: (row: ConnectionRow) => T): Promise<Page<T>> {
    return newestPage(this.rows({ provider, health }), ['created_at', 'connection_id'], page, item);
  }

  /** Oldest first. */
  ofProvider(provider: string): Promise<ConnectionRow[]> {
    return this.rows({ provider }).orderBy('created_at').orderBy('connection_id').execute();
  }

  /** True when a source that is not retired names it. */
  async isUsed(connectionId: string): Promise<boolean> {
    const sources = tenantTable(this.store, 'sources').select(['scope'], { kind: USERS });
    const rows = await sources.where('status', '!=', 'retired').execute();
    return rows.some(({ scope }) => scope.connection_id === connectionId);
  }
}
