import type { Selectable } from 'kysely';
import { isObject } from '../../support/json.js';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type ConnectionRow = Selectable<Tables['cloud_connections']>;

export interface ConnectionFilter {
  provider?: string | undefined;
  health?: string | undefined;
}

/** Kinds of sources whose scope may name a connection. */
const USERS = ['scan.cloud', 'connector.cloud_read_only'];

/** Read-only connections of one tenant to cloud accounts. */
export class CloudConnectionRepository {
  constructor(private readonly store: TenantStore) {}

  /** Rejects with a unique clash where the account is connected already. */
  async create(row: ConnectionRow): Promise<void> {
    await this.store.db.insertInto('cloud_connections').values(row).execute();
  }

  find(connectionId: string): Promise<ConnectionRow | undefined> {
    return this.own(connectionId).executeTakeFirst();
  }

  /** Nobody else changes it until the transaction ends. */
  findLocked(connectionId: string): Promise<ConnectionRow | undefined> {
    const query = this.own(connectionId);
    return (this.store.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  }

  /** Newest first. */
  async list<T>(filter: ConnectionFilter, page: PageRequest, item: (row: ConnectionRow) => T): Promise<Page<T>> {
    const { tenantId, db } = this.store;
    let query = db.selectFrom('cloud_connections').selectAll().where('tenant_id', '=', tenantId);
    for (const column of ['provider', 'health'] as const) {
      const wanted = filter[column];
      if (wanted !== undefined) query = query.where(column, '=', wanted);
    }
    const rows = await newestFirst(query, ['created_at', 'connection_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.created_at, row.connection_id], item);
  }

  async update(row: ConnectionRow): Promise<void> {
    const { tenantId, db } = this.store;
    await db
      .updateTable('cloud_connections')
      .set(row)
      .where('tenant_id', '=', tenantId)
      .where('connection_id', '=', row.connection_id)
      .execute();
  }

  async remove(connectionId: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.deleteFrom('cloud_connections').where('tenant_id', '=', tenantId).where('connection_id', '=', connectionId).execute();
  }

  /** Whether a source that is not retired names it. */
  async isUsed(connectionId: string): Promise<boolean> {
    const { tenantId, db } = this.store;
    const rows = await db
      .selectFrom('sources')
      .select('scope')
      .where('tenant_id', '=', tenantId)
      .where('kind', 'in', USERS)
      .where('status', '!=', 'retired')
      .execute();
    return rows.some(({ scope }) => {
      const parsed: unknown = JSON.parse(scope);
      return isObject(parsed) && parsed['connection_id'] === connectionId;
    });
  }

  private own(connectionId: string) {
    const { tenantId, db } = this.store;
    return db.selectFrom('cloud_connections').selectAll().where('tenant_id', '=', tenantId).where('connection_id', '=', connectionId);
  }
}
