import { type Selectable, sql } from 'kysely';
import type { KeyScope, Role } from '../../api/route.js';
import { foldName } from './fold-name.js';
import { newestFirst, type Page, type PageRequest, pageOfRows } from './paging.js';
import type { SharedStore, TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type KeyRow = Selectable<Tables['api_keys']>;

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

/** Without those that have a successor and only run out. */
export function current(active: readonly KeyRow[]): KeyRow[] {
  const replaced = new Set(active.map(({ replaces }) => replaces));
  return active.filter(({ key_id }) => !replaced.has(key_id));
}

/** True for a key with which an administrator can come in. */
export function isAdmin({ role, scopes }: Pick<KeyRow, 'role' | 'scopes'>): boolean {
  return role === 'admin' && JSON.parse(scopes).includes('admin');
}

/** True for what belongs to a user who is known by these names, however they are written. */
export function isOf(names: readonly string[]): (row: { subject: string }) => boolean {
  const folded = new Set(names.map(foldName));
  return ({ subject }) => folded.has(foldName(subject));
}

/** API keys of one tenant. */
export class KeyRepository {
  constructor(private readonly store: TenantStore) {}

  /** Also enters the key into the directory, by which a request finds its tenant. */
  async create(shared: SharedStore, draft: KeyDraft): Promise<void> {
    const { tenantId, db } = this.store;
    await shared.db
      .insertInto('directory')
      .values({ kind: 'key', lookup: draft.keyId, tenant_id: tenantId, expires_at: draft.expiresAt })
      .execute();
    await db
      .insertInto('api_keys')
      .values({
        tenant_id: tenantId,
        key_id: draft.keyId,
        name: draft.name,
        subject: draft.subject,
        role: draft.role,
        scopes: JSON.stringify(draft.scopes),
        source_id: draft.sourceId ?? null,
        hash: draft.hash,
        created_by: draft.createdBy,
        created_at: draft.now,
        expires_at: draft.expiresAt,
        revoked_at: null,
        last_used_at: null,
        replaces: draft.replaces ?? null,
      })
      .execute();
  }

  find(keyId: string): Promise<KeyRow | undefined> {
    const { tenantId, db } = this.store;
    return db.selectFrom('api_keys').selectAll().where('tenant_id', '=', tenantId).where('key_id', '=', keyId).executeTakeFirst();
  }

  /** Keys that can still be used at `now`. */
  active(now: string): Promise<KeyRow[]> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('api_keys')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .execute();
  }

  /** Newest first. */
  async list<T>(filter: KeyFilter, page: PageRequest, item: (row: KeyRow) => T): Promise<Page<T>> {
    const { tenantId, db } = this.store;
    let query = db.selectFrom('api_keys').selectAll().where('tenant_id', '=', tenantId);
    if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject);
    if (filter.active === true) query = query.where('revoked_at', 'is', null).where('expires_at', '>', filter.now);
    if (filter.active === false)
      query = query.where(({ eb, or }) => or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', filter.now)]));
    const rows = await newestFirst(query, ['created_at', 'key_id'], page).execute();
    return pageOfRows(page, rows, (row) => [row.created_at, row.key_id], item);
  }

  /** Lets nobody else make or end keys of this tenant until the transaction ends. An embedded database has one writer anyway. */
  async lock(): Promise<void> {
    const { tenantId, db, dialect } = this.store;
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${`keys:${tenantId}`}))`.execute(db);
  }

  /** Ends a key, and the sessions that were opened with it. */
  async revoke(keyId: string, now: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('api_keys').set({ revoked_at: now }).where('tenant_id', '=', tenantId).where('key_id', '=', keyId).execute();
    await db.deleteFrom('sessions').where('tenant_id', '=', tenantId).where('key_id', '=', keyId).execute();
  }

  /** Ends these keys, and the sessions that were opened with them. */
  async revokeAll(keyIds: readonly string[], now: string): Promise<void> {
    for (const keyId of keyIds) await this.revoke(keyId, now);
  }

  /** Brings the end of a key forward, and with it that of the sessions opened with it. */
  async expire(keyId: string, expiresAt: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('api_keys').set({ expires_at: expiresAt }).where('tenant_id', '=', tenantId).where('key_id', '=', keyId).execute();
    await db
      .updateTable('sessions')
      .set({ expires_at: expiresAt })
      .where('tenant_id', '=', tenantId)
      .where('key_id', '=', keyId)
      .where('expires_at', '>', expiresAt)
      .execute();
  }

  async used(keyId: string, now: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('api_keys').set({ last_used_at: now }).where('tenant_id', '=', tenantId).where('key_id', '=', keyId).execute();
  }
}
