import { allows, type Role } from '../../api/route.js';
import { KeyRepository } from '../store/keys.js';
import type { TenantStore } from '../store/layer/store.js';
import { ProvisionedUsers } from '../store/provisioned-users.js';

/** The least role of the requester of a job. */
const LEAST: Role = 'analyst';

/**
 * Checks again, when a worker takes the job, whether its requester may still run it, because rights may have changed
 * since it was accepted. Returns the reason if not. Schedules act for the tenant, not for the person who created them.
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

/** Only provisioned users are known here; for others the role of their sign-in counts. */
async function userRefusal(store: TenantStore, userName: string): Promise<string | undefined> {
  const [user] = await new ProvisionedUsers(store).findBy('user_name', userName);
  if (!user) return undefined;
  if (!user.active) return 'the user who asked for this job was deactivated';
  return user.role === null || allows(user.role, LEAST) ? undefined : 'the user who asked for this job may no longer run scans';
}
