import type { KeyScope, Role } from '../../api/route.js';
import { foldName } from './fold-name.js';
import { oneAtATime } from './layer/dialects.js';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { SharedStore, TenantStore } from './layer/store.js';
import { sharedTable, type Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type KeyRow = Tables['api_keys'];

export interface KeyDraft {
  keyId: string;
  name: string;
  subject: string;
  role: Role;
  scopes: readonly KeyScope[];
  sourceId?: string;
  hash: string;
  createdBy: string;
  now: string;
  expiresAt: string;
  replaces?: string;
}

export interface KeyFilter {
  subject?: string | undefined;
  active?: boolean | undefined;
  now: string;
}

/** Without keys that have a successor and only run out. */
export function current(active: readonly KeyRow[]): KeyRow[] {
  const replaced = new Set(active.map(({ replaces }) => replaces));
  return active.filter(({ key_id }) => !replaced.has(key_id));
}

/** True for a key with which an administrator can sign in. */
export function isAdmin({ role, scopes }: Pick<KeyRow, 'role' | 'scopes'>): boolean {
  return role === 'admin' && scopes.includes('admin');
}

/** Tests whether a row belongs to a user with one of these names, in any spelling. */
export function isOf(names: readonly string[]): (row: { subject: string }) => boolean {
  const folded = new Set(names.map(foldName));
  return ({ subject }) => folded.has(foldName(subject));
}

/** API keys of one tenant. */
export class KeyRepository {
  private readonly keys: Table<'api_keys'>;
  private readonly sessions: Table<'sessions'>;

  constructor(private readonly store: TenantStore) {
    this.keys = tenantTable(store, 'api_keys');
    this.sessions = tenantTable(store, 'sessions');
  }

  /** Also adds the key to the directory, with which a request finds its tenant. */
  async create(shared: SharedStore, draft: KeyDraft): Promise<KeyRow> {
    const { keyId: key_id, expiresAt: expires_at, name, subject, role, scopes, hash } = draft;
    await sharedTable(shared, 'directory').create({ kind: 'key', lookup: key_id, tenant_id: this.store.tenantId, expires_at });
    return this.keys.create({
      ...{ key_id, name, subject, role, scopes, hash, expires_at },
      source_id: draft.sourceId ?? null,
      created_by: draft.createdBy,
      created_at: draft.now,
      revoked_at: null,
      last_used_at: null,
      replaces: draft.replaces ?? null,
    });
  }

  find(keyId: string): Promise<KeyRow | undefined> {
    return this.keys.find(keyId);
  }

  /** Keys that are valid at `now`. */
  active(now: string): Promise<KeyRow[]> {
    return this.keys.rows({ revoked_at: null }).where('expires_at', '>', now).execute();
  }

  /** Newest first. */
  list<T>({ subject, active, now }: KeyFilter, page: PageRequest, item: (row: KeyRow) => T): Promise<Page<T>> {
    let query = this.keys.rows({ subject });
    if (active === true) query = query.where('revoked_at', 'is', null).where('expires_at', '>', now);
    if (active === false) query = query.where(({ eb, or }) => or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', now)]));
    return newestPage(query, ['created_at', 'key_id'], page, item);
  }

  /** Until the transaction ends, nobody else can create or revoke keys of this tenant. */
  lock(): Promise<void> {
    return oneAtATime(this.store, 'keys');
  }

  /** Revokes a key, and ends the sessions that were opened with it. */
  async revoke(key_id: string, now: string): Promise<void> {
    await this.keys.update(key_id, { revoked_at: now });
    await this.sessions.removeWhere({ key_id });
  }

  /** Revokes these keys, and ends the sessions that were opened with them. */
  async revokeAll(keyIds: readonly string[], now: string): Promise<void> {
    for (const keyId of keyIds) await this.revoke(keyId, now);
  }

  /** Makes a key expire earlier, and the sessions opened with it. */
  async expire(key_id: string, expires_at: string): Promise<void> {
    await this.keys.update(key_id, { expires_at });
    await this.sessions.updating({ key_id }).set({ expires_at }).where('expires_at', '>', expires_at).execute();
  }

  async used(keyId: string, now: string): Promise<void> {
    await this.keys.update(keyId, { last_used_at: now });
  }
}
