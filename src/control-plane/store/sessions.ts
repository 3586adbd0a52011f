import { isOf } from './keys.js';
import type { SharedStore, TenantStore } from './layer/store.js';
import { countOf, sharedTable, type Table, tenantTable } from './layer/table.js';
import type { Draft, Tables } from './layer/tables.js';

export type SessionRow = Tables['sessions'];

/** Sessions of one tenant. Only the hashes of their ids are stored. */
export class SessionRepository {
  private readonly sessions: Table<'sessions'>;

  constructor(private readonly store: TenantStore) {
    this.sessions = tenantTable(store, 'sessions');
  }

  /** Also adds the session to the directory, with which a request finds its tenant. */
  async create(shared: SharedStore, draft: Draft<'sessions'>): Promise<void> {
    const { session_hash: lookup, expires_at } = draft;
    await sharedTable(shared, 'directory').create({ kind: 'session', lookup, tenant_id: this.store.tenantId, expires_at });
    await this.sessions.create(draft);
  }

  find(sessionHash: string): Promise<SessionRow | undefined> {
    return this.sessions.find(sessionHash);
  }

  /** Sessions that are open at a time, newest first. */
  open(now: string): Promise<SessionRow[]> {
    return this.sessions
      .rows()
      .where('expires_at', '>', now)
      .where('idle_expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('session_hash')
      .execute();
  }

  async touch(sessionHash: string, ends: Pick<SessionRow, 'expires_at' | 'idle_expires_at'>): Promise<void> {
    await this.sessions.update(sessionHash, ends);
  }

  async end(shared: SharedStore, sessionHash: string): Promise<void> {
    await this.sessions.remove(sessionHash);
    await sharedTable(shared, 'directory').remove({ kind: 'session', lookup: sessionHash });
  }

  /** Ends the sessions of a user, except those with a role in `keptRoles`. Returns the number of ended sessions. */
  async endOf(names: readonly string[], keptRoles: readonly string[] = []): Promise<number> {
    const rows = await this.sessions.select(['session_hash', 'subject', 'role']).execute();
    const gone = rows.filter(isOf(names)).filter(({ role }) => !keptRoles.includes(role));
    for (const { session_hash } of gone) await this.sessions.remove(session_hash);
    return gone.length;
  }

  count(now: string): Promise<number> {
    return countOf(this.sessions.select().where('expires_at', '>', now).where('idle_expires_at', '>', now));
  }
}
