import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';

export type BindingRow = Tables['policy_bindings'];

export interface BindingFilter {
  policy_id?: string | undefined;
  policy_kind?: string | undefined;
  target_type?: string | undefined;
  target_id?: string | undefined;
}

/** Policy bindings of one tenant. */
export class BindingRepository extends Table<'policy_bindings'> {
  constructor(store: TenantStore) {
    super(store, 'policy_bindings');
  }

  /** True when this exact target is bound already. */
  isBound({ policy_kind, policy_id, target_type, target_id }: Draft<'policy_bindings'>): Promise<boolean> {
    return this.has({ policy_kind, policy_id, target_type, target_id });
  }

  async ofPolicies(policy_id: readonly string[]): Promise<BindingRow[]> {
    if (policy_id.length === 0) return [];
    const rows = await this.rows({ policy_id }).execute();
    return rows.sort((a, b) => (a.binding_id < b.binding_id ? -1 : 1));
  }

  /** Bindings that apply to one of these sources, bound to it or to the whole tenant, ordered by id, without those that are off. */
  ofSources(sourceIds: readonly string[]): Promise<BindingRow[]> {
    return this.rows()
      .where('mode', '<>', 'off')
      .where(({ eb, and, or }) =>
        or([eb('target_type', '=', 'tenant'), and([eb('target_type', '=', 'source'), eb('target_id', 'in', sourceIds)])]),
      )
      .orderBy('binding_id')
      .execute();
  }

  /** Newest first. */
  list({ policy_id, policy_kind, target_type, target_id }: BindingFilter, page: PageRequest): Promise<Page<BindingRow>> {
    const query = this.rows({ policy_id, policy_kind, target_type, target_id });
    return newestPage(query, ['created_at', 'binding_id'], page, (row) => row);
  }
}

/** Policies that apply to one of these sources, with their names. */
export async function appliedPolicies(store: TenantStore, sourceIds: readonly string[]) {
  const bindings = await new BindingRepository(store).ofSources(sourceIds);
  const ids = bindings.flatMap(({ policy_id }) => policy_id ?? []);
  const named =
    ids.length === 0 ? [] : await tenantTable(store, 'gateway_policies').select(['policy_id', 'name'], { policy_id: ids }).execute();
  const names = new Map(named.map(({ policy_id, name }) => [policy_id, name]));
  return bindings.map(({ binding_id, policy_kind, policy_id, target_type, target_id, mode }) => {
    const policy_name = names.get(policy_id ?? '') ?? null;
    return { binding_id, policy_kind, policy_id, policy_name, target_type, target_id, mode };
  });
}

/**
 * The mode of the scan gates for a source: as bound to it, else to the tenant, else `enforce`. Bindings that are off
 * are ignored.
 */
export async function gateMode(store: TenantStore, sourceId: string): Promise<'enforce' | 'audit'> {
  const bound = (await new BindingRepository(store).ofSources([sourceId])).filter(({ policy_kind }) => policy_kind === 'scan_gate');
  const decisive = bound.find(({ target_type }) => target_type === 'source') ?? bound[0];
  return decisive?.mode === 'audit' ? 'audit' : 'enforce';
}
