import { allows, type Role, roles } from '../../api/route.js';
import { ScimFailure } from '../failures.js';
import { current, isAdmin, isOf, KeyRepository } from '../store/keys.js';
import type { TenantStore } from '../store/layer/store.js';
import { ProvisionedGroups } from '../store/provisioned-groups.js';
import { highestRole, ProvisionedUsers, type UserRow } from '../store/provisioned-users.js';
import { SessionRepository } from '../store/sessions.js';

/** Numbers of keys and sessions that were ended. */
export interface EndedAccess {
  keys: number;
  sessions: number;
}

/**
 * Ends a user's keys and sessions in the caller's transaction, except those with a role in `keptRoles`. Throws
 * ScimFailure (409) when the tenant would have no administrator's key left.
 */
export async function endAccess(store: TenantStore, user: UserRow, now: string, keptRoles: readonly string[] = []): Promise<EndedAccess> {
  const names = namesOf(user);
  const keys = new KeyRepository(store);
  await keys.lock();
  const active = await keys.active(now);
  const gone = active.filter(isOf(names)).filter(({ role }) => !keptRoles.includes(role));
  const left = current(active).filter((key) => !gone.includes(key));
  if (gone.some(isAdmin) && !left.some(isAdmin))
    throw new ScimFailure('the user holds the last active admin key: make another administrator a key first', '', 409);
  await keys.revokeAll(
    gone.map(({ key_id }) => key_id),
    now,
  );
  return { keys: gone.length, sessions: await new SessionRepository(store).endOf(names, keptRoles) };
}

function namesOf({ user_name, external_id }: UserRow): string[] {
  return external_id === null ? [user_name] : [user_name, external_id];
}

/** Computes the roles of users again from their groups; keys and sessions above a lowered role end. */
export async function refreshRoles(store: TenantStore, userIds: readonly string[], now: string): Promise<void> {
  const users = new ProvisionedUsers(store);
  const groups = await users.groupsOf(userIds);
  for (const user of await users.existing(userIds)) {
    await setRole(store, user, highestRole((groups.get(user.user_id) ?? []).map(({ role }) => role)) ?? null, now);
  }
}

async function setRole(store: TenantStore, user: UserRow, role: Role | null, now: string): Promise<void> {
  if (user.role === role) return;
  await new ProvisionedUsers(store).update(user.user_id, { role });
  if (user.role === null) return;
  const kept = roles.filter((one) => role !== null && allows(highestRole([role]) ?? 'viewer', one));
  await endAccess(store, user, now, kept);
}

/** Gives every group the role of the mapping, and updates the roles of all members. */
export async function refreshGroups(store: TenantStore, now: string): Promise<void> {
  const groups = new ProvisionedGroups(store);
  const mapping = await groups.mapping();
  const touched = new Set<string>();
  for (const group of await groups.list(0, 1_000_000)) {
    const role = Object.hasOwn(mapping, group.display_name) ? (mapping[group.display_name] ?? null) : null;
    if (role === group.role) continue;
    await groups.update(group.group_id, { role });
    for (const { user_id } of await groups.membersOf(group.group_id)) touched.add(user_id);
  }
  await refreshRoles(store, [...touched], now);
}
