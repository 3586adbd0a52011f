import type { Selectable } from 'kysely';
import type { Role } from '../../api/route.js';
import { foldName } from './fold-name.js';
import { chunks } from './scim.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type GroupRow = Selectable<Tables['scim_groups']>;

const MAPPING = 'group_roles';

/** Groups of one tenant, and the roles that an administrator has mapped them to. A group's name alone gives nobody a role. */
export class ProvisionedGroups {
  constructor(private readonly store: TenantStore) {}

  /** Rejects with a clash of keys for a display name that is taken. */
  async create(row: Omit<GroupRow, 'tenant_id'>): Promise<GroupRow> {
    const whole = { tenant_id: this.store.tenantId, ...row };
    await this.store.db.insertInto('scim_groups').values(whole).execute();
    return whole;
  }

  find(groupId: string): Promise<GroupRow | undefined> {
    const { tenantId, db } = this.store;
    return db.selectFrom('scim_groups').selectAll().where('tenant_id', '=', tenantId).where('group_id', '=', groupId).executeTakeFirst();
  }

  /** Groups of this display name in any case. */
  async named(displayName: string): Promise<GroupRow[]> {
    const { tenantId, db } = this.store;
    const rows = await db.selectFrom('scim_groups').selectAll().where('tenant_id', '=', tenantId).orderBy('group_id').execute();
    return rows.filter(({ display_name }) => foldName(display_name) === foldName(displayName));
  }

  /** In the order they were made. */
  list(offset: number, limit: number): Promise<GroupRow[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('scim_groups')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .orderBy('group_id')
      .limit(limit)
      .offset(offset)
      .execute();
  }

  async count(): Promise<number> {
    const { tenantId, db } = this.store;
    const query = db.selectFrom('scim_groups').select(({ fn }) => fn.countAll<number>().as('count'));
    return Number((await query.where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()).count);
  }

  async update(groupId: string, change: Partial<Omit<GroupRow, 'tenant_id' | 'group_id'>>): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('scim_groups').set(change).where('tenant_id', '=', tenantId).where('group_id', '=', groupId).execute();
  }

  async delete(groupId: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.deleteFrom('scim_members').where('tenant_id', '=', tenantId).where('group_id', '=', groupId).execute();
    await db.deleteFrom('scim_groups').where('tenant_id', '=', tenantId).where('group_id', '=', groupId).execute();
  }

  /** Ids and display names of a group's users. */
  async membersOf(groupId: string): Promise<{ user_id: string; user_name: string }[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('scim_members as m')
      .innerJoin('scim_users as u', (join) => join.onRef('u.user_id', '=', 'm.user_id').on('u.tenant_id', '=', tenantId))
      .select(['u.user_id', 'u.user_name'])
      .where('m.tenant_id', '=', tenantId)
      .where('m.group_id', '=', groupId)
      .orderBy('u.user_id')
      .execute();
  }

  /** Makes these users, which must exist, the members; gives the ids of all who came or went. */
  async setMembers(groupId: string, userIds: readonly string[]): Promise<string[]> {
    const { tenantId, db } = this.store;
    const before = new Set((await this.membersOf(groupId)).map(({ user_id }) => user_id));
    const after = new Set(userIds);
    const gone = [...before].filter((id) => !after.has(id));
    const come = [...after].filter((id) => !before.has(id));
    for (const some of chunks(gone))
      await db
        .deleteFrom('scim_members')
        .where('tenant_id', '=', tenantId)
        .where('group_id', '=', groupId)
        .where('user_id', 'in', some)
        .execute();
    for (const some of chunks(come))
      await db
        .insertInto('scim_members')
        .values(some.map((user_id) => ({ tenant_id: tenantId, group_id: groupId, user_id })))
        .execute();
    return [...gone, ...come];
  }

  /** Display name → role. */
  async mapping(): Promise<Record<string, Role>> {
    const { tenantId, db } = this.store;
    const query = db.selectFrom('tenant_settings').select('value').where('tenant_id', '=', tenantId).where('name', '=', MAPPING);
    const row = await query.executeTakeFirst();
    return row ? JSON.parse(row.value) : {};
  }

  async setMapping(mapping: Readonly<Record<string, Role>>, now: string): Promise<void> {
    const { tenantId, db } = this.store;
    const row = { value: JSON.stringify(mapping), updated_at: now };
    await db
      .insertInto('tenant_settings')
      .values({ tenant_id: tenantId, name: MAPPING, ...row })
      .onConflict((clash) => clash.columns(['tenant_id', 'name']).doUpdateSet(row))
      .execute();
  }
}
