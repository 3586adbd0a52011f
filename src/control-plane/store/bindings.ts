import type { Selectable } from 'kysely';
import { type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type BindingRow = Selectable<Tables['policy_bindings']>;

export interface BindingFilter {
  policy_id?: string | undefined;
  policy_kind?: string | undefined;
  target_type?: string | undefined;
  target_id?: string | undefined;
}

/** Policy bindings of one tenant. */
export class BindingRepository {
  constructor(private readonly store: TenantStore) {}

  async create(rows: readonly Omit<BindingRow, 'tenant_id'>[]): Promise<void> {
    const { tenantId, db } = this.store;
    if (rows.length === 0) return;
    await db
      .insertInto('policy_bindings')
      .values(rows.map((row) => ({ tenant_id: tenantId, ...row })))
      .execute();
  }

  find(bindingId: string): Promise<BindingRow | undefined> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('policy_bindings')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('binding_id', '=', bindingId)
      .executeTakeFirst();
  }

  /** Whether this very target is bound already. */
  async has({ policy_kind, policy_id, target_type, target_id }: Omit<BindingRow, 'tenant_id'>): Promise<boolean> {
    const { tenantId, db } = this.store;
    let query = db
      .selectFrom('policy_bindings')
      .select('binding_id')
      .where('tenant_id', '=', tenantId)
      .where('target_type', '=', target_type)
      .where('policy_kind', '=', policy_kind);
    query = policy_id === null ? query.where('policy_id', 'is', null) : query.where('policy_id', '=', policy_id);
    query = target_id === null ? query.where('target_id', 'is', null) : query.where('target_id', '=', target_id);
    return (await query.limit(1).executeTakeFirst()) !== undefined;
  }

  async ofPolicies(policyIds: readonly string[]): Promise<BindingRow[]> {
    const { tenantId, db } = this.store;
    if (policyIds.length === 0) return [];
    const rows = await db
      .selectFrom('policy_bindings')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('policy_id', 'in', policyIds)
      .execute();
    return rows.sort((a, b) => (a.binding_id < b.binding_id ? -1 : 1));
  }

  /** Newest first. */
  async list(filter: BindingFilter, page: PageRequest): Promise<Page<BindingRow>> {
    const { tenantId, db } = this.store;
    let query = db.selectFrom('policy_bindings').selectAll().where('tenant_id', '=', tenantId);
    for (const column of ['policy_id', 'policy_kind', 'target_type', 'target_id'] as const) {
      const wanted = filter[column];
      if (wanted !== undefined) query = query.where(column, '=', wanted);
    }
    const [at, id] = page.after ?? [];
    if (typeof at === 'string' && typeof id === 'string') {
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'binding_id'), '<', tuple(at, id)));
    }
    const rows = await query
      .orderBy('created_at', 'desc')
      .orderBy('binding_id', 'desc')
      .limit(page.limit + 1)
      .execute();
    return pageOfRows(
      page,
      rows,
      (row) => [row.created_at, row.binding_id],
      (row) => row,
    );
  }

  async setMode(bindingId: string, mode: string, now: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db
      .updateTable('policy_bindings')
      .set({ mode, updated_at: now })
      .where('tenant_id', '=', tenantId)
      .where('binding_id', '=', bindingId)
      .execute();
  }

  async remove(by: { bindingId: string } | { policyId: string }): Promise<void> {
    const { tenantId, db } = this.store;
    const query = db.deleteFrom('policy_bindings').where('tenant_id', '=', tenantId);
    await ('bindingId' in by ? query.where('binding_id', '=', by.bindingId) : query.where('policy_id', '=', by.policyId)).execute();
  }
}

/** How the gates of scans hold for a source: as bound to it, else to the tenant, else enforced. Bindings that are off count for nothing. */
export async function gateMode({ db, tenantId }: TenantStore, sourceId: string): Promise<'enforce' | 'audit'> {
  const rows = await db
    .selectFrom('policy_bindings')
    .select(['target_type', 'mode'])
    .where('tenant_id', '=', tenantId)
    .where('policy_kind', '=', 'scan_gate')
    .where('mode', '<>', 'off')
    .where(({ eb, and, or }) =>
      or([eb('target_type', '=', 'tenant'), and([eb('target_type', '=', 'source'), eb('target_id', '=', sourceId)])]),
    )
    .execute();
  const decisive = rows.find(({ target_type }) => target_type === 'source') ?? rows[0];
  return decisive?.mode === 'audit' ? 'audit' : 'enforce';
}
