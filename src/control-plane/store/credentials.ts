import type { Selectable } from 'kysely';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type CredentialRow = Selectable<Tables['credentials']>;

export interface CredentialFilter {
  provider?: string | undefined;
  status?: string | undefined;
  health?: string | undefined;
}

/** References of one tenant to credentials that are kept elsewhere. */
export class CredentialRepository {
  constructor(private readonly store: TenantStore) {}

  async create(row: CredentialRow): Promise<void> {
    await this.store.db.insertInto('credentials').values(row).execute();
  }

  find(credentialId: string): Promise<CredentialRow | undefined> {
    return this.own(credentialId).executeTakeFirst();
  }

  /** Nobody else changes it, or attaches it under a lock, until the transaction ends. */
  findLocked(credentialId: string): Promise<CredentialRow | undefined> {
    const query = this.own(credentialId);
    return (this.store.dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  }

  /** Newest first. */
  async list<T>(filter: CredentialFilter, page: PageRequest, item: (row: CredentialRow) => T): Promise<Page<T>> {
    const { tenantId, db } = this.store;
    let query = db.selectFrom('credentials').selectAll().where('tenant_id', '=', tenantId);
    for (const column of ['provider', 'status', 'health'] as const) {
      const wanted = filter[column];
      if (wanted !== undefined) query = query.where(column, '=', wanted);
    }
    const rows = await newestFirst(query, ['created_at', 'credential_ref_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.created_at, row.credential_ref_id], item);
  }

  async update(row: CredentialRow): Promise<void> {
    const { tenantId, db } = this.store;
    await db
      .updateTable('credentials')
      .set(row)
      .where('tenant_id', '=', tenantId)
      .where('credential_ref_id', '=', row.credential_ref_id)
      .execute();
  }

  /** Ids of the sources it is attached to; retired sources use nothing any more. */
  async attachedSources(credentialId: string): Promise<string[]> {
    const { tenantId, db } = this.store;
    const rows = await db
      .selectFrom('sources')
      .select('source_id')
      .where('tenant_id', '=', tenantId)
      .where('credential_ref', '=', credentialId)
      .where('status', '!=', 'retired')
      .execute();
    return rows.map(({ source_id }) => source_id).sort();
  }

  private own(credentialId: string) {
    const { tenantId, db } = this.store;
    return db.selectFrom('credentials').selectAll().where('tenant_id', '=', tenantId).where('credential_ref_id', '=', credentialId);
  }
}
