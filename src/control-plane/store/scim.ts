import type { Role } from '../../api/route.js';
import type { TenantStore } from './store.js';

/** Whether a provisioned user may come in, and as what. */
export interface Standing {
  active: boolean;
  /** Highest role of the groups they are in. */
  role?: Role;
}

/** Users of one tenant as an identity provider provisioned them (SCIM 2.0, RFC 7643). */
export class ProvisionedUsers {
  constructor(private readonly store: TenantStore) {}

  /** Undefined for users that were never provisioned. User names are the same whatever their case. */
  async standing(userName: string): Promise<Standing | undefined> {
    const { tenantId, db } = this.store;
    const row = await db
      .selectFrom('scim_users')
      .select(['active', 'role'])
      .where('tenant_id', '=', tenantId)
      .where('user_name', '=', userName.toLowerCase())
      .executeTakeFirst();
    return row && { active: row.active === 1, ...(row.role !== null && { role: row.role as Role }) };
  }

  async count(): Promise<number> {
    const { tenantId, db } = this.store;
    const { count } = await db
      .selectFrom('scim_users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}
