import type { Role } from '../../api/route.js';
import { foldName } from './fold-name.js';
import { own } from './layer/dialects.js';
import { selectMany } from './layer/many-rows.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';
import { TenantSettings } from './layer/tenant-settings.js';

export type GroupRow = Tables['scim_groups'];

const MAPPING = 'group_roles';

/** Groups of one tenant, and the roles that an administrator has mapped them to. A group's name alone gives no role. */
export class ProvisionedGroups extends Table<'scim_groups'> {
  private readonly members: Table<'scim_members'>;
  private readonly settings: TenantSettings;

  constructor(protected override readonly store: TenantStore) {
    super(store, 'scim_groups');
    this.members = tenantTable(store, 'scim_members');
    this.settings = new TenantSettings(store);
  }

  /** Groups with this display name, ignoring case. */
  async named(displayName: string): Promise<GroupRow[]> {
    const rows = await this.rows().orderBy('group_id').execute();
    return rows.filter(({ display_name }) => foldName(display_name) === foldName(displayName));
  }

  /** In the order of their creation. */
  list(offset: number, limit: number): Promise<GroupRow[]> {
    return this.rows().orderBy('group_id').limit(limit).offset(offset).execute();
  }

  override async remove(group_id: string): Promise<number> {
    await this.members.removeWhere({ group_id });
    return super.remove(group_id);
  }

  /** Ids and display names of a group's users. */
  membersOf(groupId: string): Promise<{ user_id: string; user_name: string }[]> {
    return this.store.db
      .selectFrom('scim_members as m')
      .innerJoin('scim_users as u', (join) => join.onRef('u.user_id', '=', 'm.user_id').on(own(this.store, 'u')))
      .select(['u.user_id', 'u.user_name'])
      .where(own(this.store, 'm'))
      .where('m.group_id', '=', groupId)
      .orderBy('u.user_id')
      .execute();
  }

  /** Makes these users, who must exist, the members; returns the ids of all who were added or removed. */
  async setMembers(group_id: string, userIds: readonly string[]): Promise<string[]> {
    const before = new Set((await this.membersOf(group_id)).map(({ user_id }) => user_id));
    const after = new Set(userIds);
    const gone = [...before].filter((id) => !after.has(id));
    const come = [...after].filter((id) => !before.has(id));
    await selectMany(gone, async (user_id) => [await this.members.removeWhere({ group_id, user_id })]);
    await this.members.createMany(come.map((user_id) => ({ group_id, user_id })));
    return [...gone, ...come];
  }

  /** Display name → role. */
  async mapping(): Promise<Record<string, Role>> {
    return (await this.settings.json<Record<string, Role>>(MAPPING)) ?? {};
  }

  setMapping(mapping: Readonly<Record<string, Role>>, now: string): Promise<void> {
    return this.settings.keepJson(MAPPING, mapping, now);
  }
}
