import { foldName } from '../store/fold-name.js';
import { KeyRepository } from '../store/keys.js';
import type { TenantStore } from '../store/layer/store.js';
import { ProvisionedUsers } from '../store/provisioned-users.js';
import type { Principal } from './principal.js';

/** Keys can create keys; honest use never makes such a long chain. */
const MOST = 50;

/**
 * True when a credential acts for `subject`: as that user under any name known to provisioning, or because that user
 * created the key, or one of the keys that it was created with. A person who creates a second key in another name is
 * still one person.
 */
export async function speaksFor(store: TenantStore, principal: Principal, subject: string): Promise<boolean> {
  const names = new Set<string>();
  for (const name of await namesBehind(store, principal)) for (const one of await namesOf(store, name)) names.add(one);
  return (await namesOf(store, subject)).some((name) => names.has(name));
}

/** The subject of the credential and of each key that it was created with, up to the person who created the first. */
async function namesBehind(store: TenantStore, { subject, keyId }: Principal): Promise<string[]> {
  const names = [subject];
  const keys = new KeyRepository(store);
  for (let next = keyId; next !== undefined && names.length < MOST; ) {
    const key = await keys.find(next);
    if (!key) break;
    const [, kind, maker = ''] = /^(key|user):(.*)$/.exec(key.created_by) ?? [];
    names.push(key.subject, ...(kind === 'user' ? [maker] : []));
    next = kind === 'key' ? maker : undefined;
  }
  return names;
}

async function namesOf(store: TenantStore, subject: string): Promise<string[]> {
  const users = await new ProvisionedUsers(store).named(subject);
  return [subject, ...users.flatMap(({ user_name, external_id }) => [user_name, external_id ?? user_name])].map(foldName);
}
