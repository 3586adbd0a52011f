import { allows, type Role, roles } from '../../api/route.js';
import { foldName } from './fold-name.js';
import { oneAtATime, own } from './layer/dialects.js';
import { selectMany } from './layer/many-rows.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';
import { TenantSettings } from './layer/tenant-settings.js';

export type UserRow = Tables['scim_users'];
type GroupOfUser = Pick<Tables['scim_groups'], 'group_id' | 'display_name' | 'role'>;

/** Whether a provisioned user may sign in, and with which role. */
export interface ProvisionedState {
  active: boolean;
  /** The highest role of the groups that contain the user. */
  role?: Role;
}

const PROVISIONED = 'scim_provisioned';

/**
 * Users of one tenant as an identity provider provisioned them (SCIM 2.0, RFC 7643). User names ignore case and
 * composition.
 */
export class ProvisionedUsers extends Table<'scim_users'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'scim_users');
  }

  /** Undefined for a user who was never provisioned, in a tenant without provisioning. */
  async stateOf(subject: string): Promise<ProvisionedState | undefined> {
    const rows = await this.named(subject);
    const row = rows.find(({ user_name }) => user_name === foldName(subject)) ?? rows[0];
    if (!row) return (await this.isProvisioned()) ? { active: false } : undefined;
    return { active: rows.every(({ active }) => active), ...(row.role !== null && { role: row.role }) };
  }

  /** Users whom a sign-in may mean by this subject: providers use the user name, or the external id of provisioning. */
  named(subject: string): Promise<UserRow[]> {
    return this.rows()
      .where(({ eb, or }) => or([eb('user_name', '=', foldName(subject)), eb('external_id', '=', subject)]))
      .orderBy('user_id')
      .execute();
  }

  /**
   * True once a user was provisioned, even if all were removed since: from then on only provisioned users may sign in.
   */
  private isProvisioned(): Promise<boolean> {
    return new TenantSettings(this.store).has(PROVISIONED);
  }

  /** Rejects with a unique clash when the user name is taken. */
  override async create(draft: Draft<'scim_users'>): Promise<UserRow> {
    const row = await super.create(draft);
    await new TenantSettings(this.store).note(PROVISIONED, 'true', row.created_at);
    return row;
  }

  findBy(column: 'user_name' | 'external_id' | 'user_id', value: string): Promise<UserRow[]> {
    return this.rows({ [column]: value })
      .orderBy('user_id')
      .execute();
  }

  /** In the order of their creation. */
  list(offset: number, limit: number): Promise<UserRow[]> {
    return this.rows().orderBy('user_id').limit(limit).offset(offset).execute();
  }

  override async remove(user_id: string): Promise<number> {
    await tenantTable(this.store, 'scim_members').removeWhere({ user_id });
    return super.remove(user_id);
  }

  /** The groups of each user. */
  async groupsOf(userIds: readonly string[]): Promise<Map<string, GroupOfUser[]>> {
    const rows = await selectMany(userIds, (some) =>
      this.store.db
        .selectFrom('scim_members as m')
        .innerJoin('scim_groups as g', (join) => join.onRef('g.group_id', '=', 'm.group_id').on(own(this.store, 'g')))
        .select(['m.user_id', 'g.group_id', 'g.display_name', 'g.role'])
        .where(own(this.store, 'm'))
        .where('m.user_id', 'in', some)
        .orderBy('g.group_id')
        .execute(),
    );
    const groups = new Map<string, GroupOfUser[]>();
    for (const { user_id, ...group } of rows) groups.set(user_id, [...(groups.get(user_id) ?? []), group]);
    return groups;
  }

  /** The users with these ids that exist. */
  existing(userIds: readonly string[]): Promise<UserRow[]> {
    return selectMany(userIds, (user_id) => this.rows({ user_id }).execute());
  }
}

/** The highest of some roles; undefined when there are none. */
export function highestRole(names: readonly (Role | null)[]): Role | undefined {
  const known = roles.filter((role) => names.includes(role));
  return known.reduce<Role | undefined>((highest, role) => (highest && allows(highest, role) ? highest : role), undefined);
}

/** Until the transaction ends, nobody else can provision users or groups of this tenant. */
export function lockProvisioning(store: TenantStore): Promise<void> {
  return oneAtATime(store, 'provisioning');
}
