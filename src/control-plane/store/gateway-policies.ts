import { newId } from '../ids.js';
import { own } from './layer/dialects.js';
import { newestPage, type Page, type PageRequest, pageOfRows } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { type Table, tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';
import { TenantSettings } from './layer/tenant-settings.js';

export type PolicyRow = Tables['gateway_policies'];
type VersionRow = Tables['gateway_policy_versions'];

/** Name of the setting that changes with every change of the tenant's policies or bindings. */
const REVISION = 'gateway.revision';

/** Gateway policies of one tenant, with their earlier versions. */
export class GatewayPolicyRepository {
  private readonly policies: Table<'gateway_policies'>;

  constructor(private readonly store: TenantStore) {
    this.policies = tenantTable(store, 'gateway_policies');
  }

  /** Rejects with a unique clash when the name is taken. */
  async create(draft: Draft<'gateway_policies'>): Promise<PolicyRow> {
    const row = await this.policies.create(draft);
    await this.keepVersion(row);
    return row;
  }

  find(policyId: string): Promise<PolicyRow | undefined> {
    return this.policies.find(policyId);
  }

  /** A policy that applies to the source. */
  findApplying(policyId: string, sourceId: string): Promise<PolicyRow | undefined> {
    return this.applying(sourceId).where('policy_id', '=', policyId).executeTakeFirst();
  }

  /** Newest first; with a source only those that apply to it. */
  list(page: PageRequest, sourceId?: string): Promise<Page<PolicyRow>> {
    const query = sourceId === undefined ? this.policies.rows() : this.applying(sourceId);
    return newestPage(query, ['created_at', 'policy_id'], page, (row) => row);
  }

  /** False when the policy is no longer at the version before the row's. */
  async update(row: PolicyRow): Promise<boolean> {
    const { policy_id, version } = row;
    if ((await this.policies.updateWhere({ policy_id, version: version - 1 }, row)) === 0) return false;
    await this.keepVersion(row);
    return true;
  }

  async remove(policyId: string): Promise<void> {
    await this.policies.remove(policyId);
  }

  /** Newest first. */
  async versions(policy_id: string, page: PageRequest): Promise<Page<VersionRow>> {
    let query = tenantTable(this.store, 'gateway_policy_versions').rows({ policy_id });
    const [before] = page.after ?? [];
    if (typeof before === 'number') query = query.where('version', '<', before);
    const rows = await query
      .orderBy('version', 'desc')
      .limit(page.limit + 1)
      .execute();
    return pageOfRows(
      page,
      rows,
      ({ version }) => [version],
      (row) => row,
    );
  }

  enabled(): Promise<PolicyRow[]> {
    return this.policies.rows({ enabled: true }).execute();
  }

  /** The modes of enabled policies. */
  async modes(): Promise<Set<string>> {
    const rows = await this.policies.select(['mode'], { enabled: true }).distinct().execute();
    return new Set(rows.map(({ mode }) => mode));
  }

  async count(): Promise<{ total: number; enabled: number }> {
    return { total: await this.policies.count(), enabled: await this.policies.count({ enabled: true }) };
  }

  /** Equal as long as no policy and no binding has changed; empty before the first change. */
  async revision(): Promise<string> {
    return (await new TenantSettings(this.store).text(REVISION)) ?? '';
  }

  /** Records that a policy or binding has changed, so that processes compile them again. */
  changed(now: string): Promise<void> {
    return new TenantSettings(this.store).keepText(REVISION, newId('rev'), now);
  }

  /**
   * Policies that may apply to calls through the source: bound to the tenant, to the source, or to agents and the like,
   * which may call through it.
   */
  private applying(sourceId: string) {
    return this.policies
      .rows({ enabled: true })
      .where('mode', '<>', 'off')
      .where('policy_id', 'in', (from) =>
        from
          .selectFrom('policy_bindings')
          .select('policy_bindings.policy_id')
          .where(own(this.store, 'policy_bindings'))
          .where('policy_bindings.mode', '<>', 'off')
          .where('policy_bindings.policy_id', 'is not', null)
          .where(({ or, eb }) => or([eb('policy_bindings.target_type', '<>', 'source'), eb('policy_bindings.target_id', '=', sourceId)]))
          .$castTo<{ policy_id: string }>(),
      );
  }

  private async keepVersion(row: PolicyRow): Promise<void> {
    const { policy_id, version, updated_by, updated_at, tenant_id, created_at, created_by, ...document } = row;
    await tenantTable(this.store, 'gateway_policy_versions').create({ policy_id, version, document, updated_by, updated_at });
  }
}
