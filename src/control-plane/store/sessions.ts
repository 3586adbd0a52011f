import type { Selectable } from 'kysely';
import { isOf } from './keys.js';
import type { SharedStore, TenantStore } from './store.js';
import type { Tables } from './tables.js';

export type SessionRow = Selectable<Tables['sessions']>;

/** Sessions of one tenant. Only the hashes of their ids are kept. */
export class SessionRepository {
  constructor(private readonly store: TenantStore) {}

  /** Also enters the session into the directory, by which a request finds its tenant. */
  async create(shared: SharedStore, row: Omit<SessionRow, 'tenant_id'>): Promise<void> {
    const { tenantId, db } = this.store;
    await shared.db
      .insertInto('directory')
      .values({ kind: 'session', lookup: row.session_hash, tenant_id: tenantId, expires_at: row.expires_at })
      .execute();
    await db
      .insertInto('sessions')
      .values({ tenant_id: tenantId, ...row })
      .execute();
  }

  find(sessionHash: string): Promise<SessionRow | undefined> {
    const { tenantId, db } = this.store;
    return db
      .selectFrom('sessions')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('session_hash', '=', sessionHash)
      .executeTakeFirst();
  }

  async touch(sessionHash: string, ends: Pick<SessionRow, 'expires_at' | 'idle_expires_at'>): Promise<void> {
    const { tenantId, db } = this.store;
    await db.updateTable('sessions').set(ends).where('tenant_id', '=', tenantId).where('session_hash', '=', sessionHash).execute();
  }

  async end(shared: SharedStore, sessionHash: string): Promise<void> {
    const { tenantId, db } = this.store;
    await db.deleteFrom('sessions').where('tenant_id', '=', tenantId).where('session_hash', '=', sessionHash).execute();
    await shared.db.deleteFrom('directory').where('kind', '=', 'session').where('lookup', '=', sessionHash).execute();
  }

  /** Ends what a user has open, but for the roles that are to stay. Gives how many ended. */
  async endOf(names: readonly string[], keptRoles: readonly string[] = []): Promise<number> {
    const { tenantId, db } = this.store;
    const rows = await db.selectFrom('sessions').select(['session_hash', 'subject', 'role']).where('tenant_id', '=', tenantId).execute();
    const gone = rows.filter(isOf(names)).filter(({ role }) => !keptRoles.includes(role));
    for (const { session_hash } of gone)
      await db.deleteFrom('sessions').where('tenant_id', '=', tenantId).where('session_hash', '=', session_hash).execute();
    return gone.length;
  }

  async count(now: string): Promise<number> {
    const { tenantId, db } = this.store;
    const { count } = await db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .where('expires_at', '>', now)
      .where('idle_expires_at', '>', now)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}
