import { type Kysely, sql } from 'kysely';
import { OperationalError } from '../../support/errors.js';
import { migrations } from './migrations/registry.js';
import type { Dialect } from './store.js';

/**
 * Brings the database to the newest schema, in one transaction under a lock. A database that a newer program has migrated is
 * refused: its rows may mean what this program does not know.
 */
export async function migrate(db: Kysely<unknown>, dialect: Dialect, now: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(7212345)`.execute(tx);
    await sql`create table if not exists schema_migrations (id text primary key, applied_at text not null)`.execute(tx);
    const { rows } = await sql<{ id: string }>`select id from schema_migrations order by id`.execute(tx);
    const known = new Set(migrations.map(({ id }) => id));
    const newer = rows.find(({ id }) => !known.has(id));
    if (newer) {
      throw new OperationalError({
        message: `the control-plane database was made by a newer castellan (it has ${newer.id})`,
        hint: 'update castellan, or point it at another database',
      });
    }
    const done = new Set(rows.map(({ id }) => id));
    for (const { id, up } of migrations) {
      if (done.has(id)) continue;
      await up(tx, dialect);
      await sql`insert into schema_migrations (id, applied_at) values (${id}, ${now})`.execute(tx);
    }
  });
}
