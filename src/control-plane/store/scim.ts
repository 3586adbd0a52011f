import { type Selectable, sql } from 'kysely';
import { allows, type Role, roles } from '../../api/route.js';
import { foldName } from './fold-name.js';
import type { TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type UserRow = Selectable<Tables['scim_users']>;

/** Whether a provisioned user may come in, and as what. */
export interface Standing {
  active: boolean;
  /** Highest role that the groups they are in are mapped to. */
  role?: Role;
}

const PROVISIONED = 'scim_provisioned';

/** Users of one tenant as an identity provider provisioned them (SCIM 2.0, RFC 7643). User names are the same in any case. */
export class ProvisionedUsers {
  constructor(private readonly store: TenantStore) {}

  /** Undefined for users that were never provisioned, in tenants that leave that to sign-in. */
  async standing(subject: string): Promise<Standing | undefined> {
    const rows = await this.named(subject);
    const row = rows.find(({ user_name }) => user_name === foldName(subject)) ?? rows[0];
    if (!row) return (await this.isProvisioned()) ? { active: false } : undefined;
    return { active: rows.every(({ active }) => active === 1), ...(row.role !== null && { role: row.role as Role }) };
  }

  /** Users whom a sign-in may mean by this: providers name them by user name, or by the id that provisioning calls external. */
  named(subject: string): Promise<UserRow[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('scim_users')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where(({ eb, or }) => or([eb('user_name', '=', foldName(subject)), eb('external_id', '=', subject)]))
      .orderBy('user_id')
      .execute();
  }

  /** True once a user was provisioned, also when they are all gone again: from then on only provisioned users come in. */
  private async isProvisioned(): Promise<boolean> {
    const { tenantId, db } = this.store;
    const row = await db
      .selectFrom('tenant_settings')
      .select('name')
      .where('tenant_id', '=', tenantId)
      .where('name', '=', PROVISIONED)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Rejects with a clash of keys for a user name that is taken. */
  async create(row: Omit<UserRow, 'tenant_id'>): Promise<UserRow> {
    const { tenantId, db } = this.store;
    const whole = { tenant_id: tenantId, ...row };
    await db.insertInto('scim_users').values(whole).execute();
    await db
      .insertInto('tenant_settings')
      .values({ tenant_id: tenantId, name: PROVISIONED, value: 'true', updated_at: row.created_at })
      .onConflict((clash) => clash.columns(['tenant_id', 'name']).doNothing())
      .execute();
    return whole;
  }

  find(userId: string): Promise<UserRow | undefined> {
    const { tenantId, db } = this.store;
    return db.selectFrom('scim_users').selectAll().where('tenant_id', '=', tenantId).where('user_id', '=', userId).executeTakeFirst();
  }

  findBy(column: 'user_name' | 'external_id' | 'user_id', value: string): Promise<UserRow[]> {
    const { tenantId, db } = this.store;
    return db.selectFrom('scim_users').selectAll().where('tenant_id', '=', tenantId).where(column, '=', value).orderBy('user_id').execute();
  }

  /** In the order they were made. */
  list(offset: number, limit: number): Promise<UserRow[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('scim_users')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .orderBy('user_id')
      .limit(limit)
      .offset(offset)
      .execute();
  }

  async count(): Promise<number> {
    const { tenantId, db } = this.store;
    const query = db.selectFrom('scim_users').select(({ fn }) => fn.countAll<number>().as('count'));
    return Number((await query.where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()).count);
  }

  async update(userId: string, change: Partial<Omit<UserRow, 'tenant_id' | 'user_id'>>): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('scim_users').set(change).where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
  }

  async delete(userId: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.deleteFrom('scim_members').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
    await db.deleteFrom('scim_users').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
  }

  /** Groups of each of the users. */
  async groupsOf(userIds: readonly string[]): Promise<Map<string, { group_id: string; display_name: string; role: string | null }[]>> {
    const { tenantId, db } = this.store;
    const groups = new Map<string, { group_id: string; display_name: string; role: string | null }[]>();
    for (const some of chunks(userIds)) {
      const rows = await db
        .selectFrom('scim_members as m')
        .innerJoin('scim_groups as g', (join) => join.onRef('g.group_id', '=', 'm.group_id').on('g.tenant_id', '=', tenantId))
        .select(['m.user_id', 'g.group_id', 'g.display_name', 'g.role'])
        .where('m.tenant_id', '=', tenantId)
        .where('m.user_id', 'in', some)
        .orderBy('g.group_id')
        .execute();
      for (const { user_id, ...group } of rows) groups.set(user_id, [...(groups.get(user_id) ?? []), group]);
    }
    return groups;
  }

  /** Those of the ids that are users here. */
  async existing(userIds: readonly string[]): Promise<UserRow[]> {
    const { tenantId, db } = this.store;
    const found: UserRow[] = [];
    for (const some of chunks(userIds)) {
      found.push(
        ...(await db.selectFrom('scim_users').selectAll().where('tenant_id', '=', tenantId).where('user_id', 'in', some).execute()),
      );
    }
    return found;
  }
}

/** The highest of roles; undefined for none. */
export function highestRole(names: readonly (string | null)[]): Role | undefined {
  const known = roles.filter((role) => names.includes(role));
  return known.reduce<Role | undefined>((highest, role) => (highest && allows(highest, role) ? highest : role), undefined);
}

const CHUNK = 400;

/** Lists of ids short enough for one statement. */
export function chunks<T>(values: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(values.length / CHUNK) }, (_, part) => values.slice(part * CHUNK, (part + 1) * CHUNK));
}

/** Lets nobody else provision this tenant until the transaction ends. An embedded database has one writer anyway. */
export async function lockProvisioning({ db, dialect, tenantId }: TenantStore): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${`scim:${tenantId}`}))`.execute(db);
}
