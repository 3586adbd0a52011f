import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type CredentialRow = Tables['credentials'];

export interface CredentialFilter {
  provider?: string | undefined;
  status?: string | undefined;
  health?: string | undefined;
}

/** One tenant's references to credentials that are stored elsewhere. */
export class CredentialRepository extends Table<'credentials'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'credentials');
  }

  /** Newest first. */
  list<T>({ provider, status, health }: CredentialFilter, page: PageRequest, item: (row: CredentialRow) => T): Promise<Page<T>> {
    return newestPage(this.rows({ provider, status, health }), ['created_at', 'credential_ref_id'], page, item);
  }

  /** Ids of the sources it is attached to; retired sources do not count. */
  async attachedSources(credential_ref: string): Promise<string[]> {
    const sources = tenantTable(this.store, 'sources').select(['source_id'], { credential_ref });
    return (await sources.where('status', '!=', 'retired').execute()).map(({ source_id }) => source_id).sort();
  }

  /** Ids of the sources that each is attached to; retired sources do not count. */
  async attachedTo(credential_ref: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const rows = await tenantTable(this.store, 'sources')
      .select(['source_id', 'credential_ref'], { credential_ref })
      .where('status', '!=', 'retired')
      .orderBy('source_id')
      .execute();
    const attached = new Map<string, string[]>();
    for (const { source_id, credential_ref: own } of rows) if (own !== null) attached.set(own, [...(attached.get(own) ?? []), source_id]);
    return attached;
  }
}
