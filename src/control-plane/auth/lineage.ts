import { foldName } from '../store/fold-name.js';
import { KeyRepository } from '../store/keys.js';
import type { TenantStore } from '../store/layer/store.js';
import { ProvisionedUsers } from '../store/provisioned-users.js';
import type { Principal } from './principal.js';

/** Keys make keys; a chain this long is nobody's honest work. */
const MOST = 50;

/**
 * True when a credential speaks for `subject`: as its own user, by whatever name provisioning knows that one, or since they made the key
 * that it is, or one of those from which that key comes. Who makes a second key in another name is one person still.
 */
export async function speaksFor(store: TenantStore, principal: Principal, subject: string): Promise<boolean> {
  const names = new Set<string>();
  for (const name of await namesBehind(store, principal)) for (const one of await namesOf(store, name)) names.add(one);
  return (await namesOf(store, subject)).some((name) => names.has(name));
}

/** The subject of the credential, and of each key that made it, up to whoever made the first. */
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
