import { allows, type Role } from '../../api/route.js';
import { KeyRepository } from '../store/keys.js';
import type { TenantStore } from '../store/layer/store.js';
import { ProvisionedUsers } from '../store/provisioned-users.js';

/** Least role of who asks for a job. */
const LEAST: Role = 'analyst';

/**
 * Asked again when a worker takes the job, for much may have happened since it was accepted: why its requester may no longer do this,
 * or undefined when they may. Schedules act for the tenant, not for who made them.
 */
export async function refusalOf(store: TenantStore, requestedBy: string, now: string): Promise<string | undefined> {
  const [kind, name = ''] = split(requestedBy);
  if (kind === 'key') return keyRefusal(store, name, now);
  if (kind === 'user') return userRefusal(store, name);
  return undefined;
}

function split(actor: string): string[] {
  const colon = actor.indexOf(':');
  return [actor.slice(0, colon), actor.slice(colon + 1)];
}

async function keyRefusal(store: TenantStore, keyId: string, now: string): Promise<string | undefined> {
  const key = await new KeyRepository(store).find(keyId);
  if (!key || (key.revoked_at !== null && key.revoked_at <= now)) return 'the key that asked for this job was revoked';
  return allows(key.role, LEAST) && key.scopes.includes('scan') ? undefined : 'the key that asked for this job may no longer run scans';
}

/** Only provisioned users are known here; for others the role they signed in with stands. */
async function userRefusal(store: TenantStore, userName: string): Promise<string | undefined> {
  const [user] = await new ProvisionedUsers(store).findBy('user_name', userName);
  if (!user) return undefined;
  if (!user.active) return 'the user who asked for this job was deactivated';
  return user.role === null || allows(user.role, LEAST) ? undefined : 'the user who asked for this job may no longer run scans';
}
