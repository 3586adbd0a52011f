import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { OperationalError } from '../../../support/errors.js';
import { type Migration, migrations } from '../migrations/registry.js';
import type { Dialect } from '../schema/dialect.js';

/**
 * Migrates the database to the newest schema, in one transaction under a lock. A database that a newer program has
 * migrated, or whose migrations had other statements, is refused: its rows may have a meaning that this program does
 * not know.
 */
export async function migrate(db: Kysely<unknown>, dialect: Dialect, now: string, known: readonly Migration[] = migrations): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(7212345)`.execute(tx);
    await sql`create table if not exists schema_migrations (id text primary key, applied_at text not null, checksum text not null)`.execute(
      tx,
    );
    const { rows } = await sql<Recorded>`select * from schema_migrations order by id`.execute(tx);
    refuseNewer(rows, known);
    const done = new Map(rows.map(({ id, checksum }) => [id, checksum]));
    for (const { id, statements, rows: change } of known) {
      const texts = statements(dialect);
      const checksum = createHash('sha256').update(texts.join(';\n')).digest('hex');
      if (done.has(id)) requireSame(id, checksum, done.get(id));
      else {
        for (const text of texts) await sql.raw(text).execute(tx);
        await change?.(tx, dialect);
        await sql`insert into schema_migrations (id, applied_at, checksum) values (${id}, ${now}, ${checksum})`.execute(tx);
      }
    }
  });
}

interface Recorded {
  id: string;
  checksum: string;
}

function refuseNewer(rows: readonly Recorded[], known: readonly Migration[]): void {
  const newer = rows.find((row) => known.every(({ id }) => id !== row.id));
  if (!newer) return;
  throw new OperationalError({
    message: `the control-plane database was made by a newer castellan (it has ${newer.id})`,
    hint: 'update castellan, or point it at another database',
  });
}

function requireSame(id: string, checksum: string, recorded: string | undefined): void {
  if (recorded === checksum) return;
  throw new OperationalError({
    message: `the control-plane database was made by another castellan (its ${id} is not ours)`,
    hint: 'use the castellan that made it, or point this one at another database',
  });
}
