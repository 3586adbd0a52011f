import type { Selectable } from 'kysely';
import { newId } from '../ids.js';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type PolicyRow = Selectable<Tables['gateway_policies']>;
type VersionRow = Selectable<Tables['gateway_policy_versions']>;

/** Name of the setting that changes with every change of the tenant's policies or bindings. */
const REVISION = 'gateway.revision';

/** Gateway policies of one tenant, with the versions they had. */
export class GatewayPolicyRepository {
  constructor(private readonly store: TenantStore) {}

  /** Rejects with a unique clash where the name is taken. */
  async create(row: PolicyRow): Promise<void> {
    await this.store.db.insertInto('gateway_policies').values(row).execute();
    await this.keepVersion(row);
  }

  /** One that applies to the source. */
  findApplying(policyId: string, sourceId: string): Promise<PolicyRow | undefined> {
    return this.applying(sourceId).where('policy_id', '=', policyId).executeTakeFirst();
  }

  find(policyId: string): Promise<PolicyRow | undefined> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('gateway_policies')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('policy_id', '=', policyId)
      .executeTakeFirst();
  }

  /** Newest first; where a source is named those that apply to it. */
  async list(page: PageRequest, sourceId?: string): Promise<Page<PolicyRow>> {
    const { tenantId, db } = this.store;
    const query =
      sourceId === undefined ? db.selectFrom('gateway_policies').selectAll().where('tenant_id', '=', tenantId) : this.applying(sourceId);
    const rows = await newestFirst(query, ['created_at', 'policy_id'], page).execute();
    return pageOfRows(
      page,
      rows,
      (row) => [row.created_at, row.policy_id],
      (row) => row,
    );
  }

  /** False when the policy is no longer at the version before the row's. */
  async update(row: PolicyRow): Promise<boolean> {
    const { tenantId, db } = this.store;
    const { numUpdatedRows } = await db
      .updateTable('gateway_policies')
      .set(row)
      .where('tenant_id', '=', tenantId)
      .where('policy_id', '=', row.policy_id)
      .where('version', '=', row.version - 1)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await this.keepVersion(row);
    return true;
  }

  async remove(policyId: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.deleteFrom('gateway_policies').where('tenant_id', '=', tenantId).where('policy_id', '=', policyId).execute();
  }

  /** Newest first. */
  async versions<T>(policyId: string, page: PageRequest, item: (row: VersionRow) => T): Promise<Page<T>> {
    const { tenantId, db } = this.store;
    let query = db.selectFrom('gateway_policy_versions').selectAll().where('tenant_id', '=', tenantId).where('policy_id', '=', policyId);
    const [before] = page.after ?? [];
    if (typeof before === 'number') query = query.where('version', '<', before);
    const rows = await query
      .orderBy('version', 'desc')
      .limit(page.limit + 1)
      .execute();
    return pageOfRows(page, rows, (row) => [row.version], item);
  }

  enabled(): Promise<PolicyRow[]> {
    const { tenantId, db } = this.store;
    return db.selectFrom('gateway_policies').selectAll().where('tenant_id', '=', tenantId).where('enabled', '=', 1).execute();
  }

  async count(): Promise<{ total: number; enabled: number }> {
    const { tenantId, db } = this.store;
    const rows = await db
      .selectFrom('gateway_policies')
      .select(['enabled', ({ fn }) => fn.countAll<number>().as('count')])
      .where('tenant_id', '=', tenantId)
      .groupBy('enabled')
      .execute();
    const of = (enabled: number) => rows.find((row) => row.enabled === enabled)?.count ?? 0;
    return { total: of(0) + of(1), enabled: of(1) };
  }

  /** Equal as long as no policy and no binding has changed; empty before the first. */
  async revision(): Promise<string> {
    const { tenantId, db } = this.store;
    const found = await db
      .selectFrom('tenant_settings')
      .select('value')
      .where('tenant_id', '=', tenantId)
      .where('name', '=', REVISION)
      .executeTakeFirst();
    return found?.value ?? '';
  }

  /** Says that a policy or binding has changed: whoever has compiled them does so again. */
  async changed(now: string): Promise<void> {
    const setting = { value: newId('rev'), updated_at: now };
    await this.store.db
      .insertInto('tenant_settings')
      .values({ tenant_id: this.store.tenantId, name: REVISION, ...setting })
      .onConflict((clash) => clash.columns(['tenant_id', 'name']).doUpdateSet(setting))
      .execute();
  }

  /** What may hold for calls through the source: bound to the tenant, to it, or to agents and the like, who may call through it. */
  private applying(sourceId: string) {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('gateway_policies')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('enabled', '=', 1)
      .where('mode', '<>', 'off')
      .where('policy_id', 'in', (from) =>
        from
          .selectFrom('policy_bindings')
          .select('policy_bindings.policy_id')
          .where('policy_bindings.tenant_id', '=', tenantId)
          .where('policy_bindings.mode', '<>', 'off')
          .where('policy_bindings.policy_id', 'is not', null)
          .where(({ or, eb }) => or([eb('policy_bindings.target_type', '<>', 'source'), eb('policy_bindings.target_id', '=', sourceId)]))
          .$castTo<{ policy_id: string }>(),
      );
  }

  private async keepVersion(row: PolicyRow): Promise<void> {
    const { policy_id, version, updated_by, updated_at, tenant_id, created_at, created_by, rules, ...rest } = row;
    const document = JSON.stringify({ ...rest, enabled: row.enabled === 1, rules: JSON.parse(rules) });
    await this.store.db
      .insertInto('gateway_policy_versions')
      .values({ tenant_id, policy_id, version, document, updated_by, updated_at })
      .execute();
  }
}
