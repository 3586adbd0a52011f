import type { Selectable } from 'kysely';
import type { Role, Scope } from '../../api/route.js';
import { hashOf } from '../auth/api-key.js';
import type { SharedStore, TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type KeyRow = Selectable<Tables['api_keys']>;

export interface KeyDraft {
  keyId: string;
  name: string;
  subject: string;
  role: Role;
  scopes: readonly Scope[];
  sourceId?: string;
  hash: string;
  createdBy: string;
  now: string;
  expiresAt: string;
  replaces?: string;
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

  async revoke(keyId: string, now: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('api_keys').set({ revoked_at: now }).where('tenant_id', '=', tenantId).where('key_id', '=', keyId).execute();
    await db.deleteFrom('sessions').where('tenant_id', '=', tenantId).where('key_id', '=', keyId).execute();
  }
}

/** The tenant that a key, a session or a user belongs to. Secrets are looked up by their hash. */
export async function tenantOf(shared: SharedStore, kind: 'key' | 'session' | 'user', lookup: string): Promise<string | undefined> {
  const found = await shared.db
    .selectFrom('directory')
    .select('tenant_id')
    .where('kind', '=', kind)
    .where('lookup', '=', kind === 'session' ? hashOf(lookup) : lookup)
    .executeTakeFirst();
  return found?.tenant_id;
}
