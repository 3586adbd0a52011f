import type { Selectable } from 'kysely';
import { type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type SourceRow = Selectable<Tables['sources']>;

export interface SourceFilter {
  kind?: string | undefined;
  enabled?: boolean | undefined;
}

/** Sources of one tenant. */
export class SourceRepository {
  constructor(private readonly store: TenantStore) {}

  async create(row: Omit<SourceRow, 'tenant_id'>): Promise<SourceRow> {
    const { tenantId, db } = this.store;
    const whole = { tenant_id: tenantId, ...row };
    await db.insertInto('sources').values(whole).execute();
    return whole;
  }

  find(sourceId: string): Promise<SourceRow | undefined> {
    const { tenantId, db } = this.store;
    return db.selectFrom('sources').selectAll().where('tenant_id', '=', tenantId).where('source_id', '=', sourceId).executeTakeFirst();
  }

  /** Newest first. */
  async list<T>(filter: SourceFilter, page: PageRequest, item: (row: SourceRow) => T): Promise<Page<T>> {
    const { tenantId, db } = this.store;
    let query = db.selectFrom('sources').selectAll().where('tenant_id', '=', tenantId);
    if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
    if (filter.enabled !== undefined) query = query.where('enabled', '=', filter.enabled ? 1 : 0);
    const [at, id] = page.after ?? [];
    if (typeof at === 'string' && typeof id === 'string') {
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'source_id'), '<', tuple(at, id)));
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('source_id', 'desc')
      .limit(page.limit + 1)
      .execute();
    return pageOfRows(page, rows, (row) => [row.created_at, row.source_id], item);
  }
}
