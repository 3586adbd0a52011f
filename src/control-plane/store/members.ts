import { allows, type Role } from '../../api/route.js';
import { foldName } from './fold-name.js';
import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';

/** Somebody who may come in. */
export interface Member {
  subject: string;
  role: Role | null;
  known_by: ('provisioning' | 'key' | 'session')[];
  active: boolean;
  active_keys: number;
  active_sessions: number;
  last_used_at: string | null;
}

/** Who is known with which role, ordered by subject without regard to its spelling. */
export async function membersOf(store: TenantStore, now: string, idleMs: number): Promise<Member[]> {
  const members = new Map<string, Member>();
  const users = await tenantTable(store, 'scim_users').select(['user_name', 'role', 'active']).execute();
  for (const { user_name, role, active } of users) add(members, { subject: user_name, role, known_by: ['provisioning'], active });
  const keys = await tenantTable(store, 'api_keys')
    .select(['subject', 'role', 'last_used_at'], { revoked_at: null })
    .where('expires_at', '>', now)
    .execute();
  for (const { subject, role, last_used_at } of keys) add(members, { subject, role, known_by: ['key'], active_keys: 1, last_used_at });
  const sessions = await tenantTable(store, 'sessions')
    .select(['subject', 'role', 'idle_expires_at'])
    .where('expires_at', '>', now)
    .where('idle_expires_at', '>', now)
    .execute();
  for (const { subject, role, idle_expires_at } of sessions) {
    const last_used_at = new Date(Date.parse(idle_expires_at) - idleMs).toISOString();
    add(members, { subject, role, known_by: ['session'], active_sessions: 1, last_used_at });
  }
  return [...members].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member);
}

function add(members: Map<string, Member>, seen: Partial<Member> & Pick<Member, 'subject' | 'role' | 'known_by'>): void {
  const name = foldName(seen.subject);
  const { active = true, active_keys = 0, active_sessions = 0, last_used_at = null } = seen;
  const known = members.get(name);
  if (!known) {
    members.set(name, { ...seen, active, active_keys, active_sessions, last_used_at });
    return;
  }
  known.role = higher(known.role, seen.role);
  known.known_by = [...new Set([...known.known_by, ...seen.known_by])];
  known.active &&= active;
  known.active_keys += active_keys;
  known.active_sessions += active_sessions;
  if (last_used_at !== null && (known.last_used_at === null || known.last_used_at < last_used_at)) known.last_used_at = last_used_at;
}

function higher(a: Role | null, b: Role | null): Role | null {
  return a === null || (b !== null && allows(b, a)) ? b : a;
}
