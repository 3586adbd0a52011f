import { sql } from 'kysely';
import { OperationalError } from '../../../support/errors.js';
import type { SharedStore } from '../layer/store.js';
import { migrations } from '../migrations/registry.js';

/** Rejects with OperationalError when another program has migrated the database further than this one knows. */
export async function requireKnownSchema({ db, dialect }: SharedStore): Promise<void> {
  if (dialect === 'postgres' && !(await mayRead(db))) return;
  const { rows } = await sql<{ id: string }>`select id from schema_migrations`.execute(db);
  const newer = rows.find(({ id }) => migrations.every((known) => known.id !== id));
  if (newer) throw new OperationalError({ message: `the database was migrated by a newer version (${newer.id})` });
}

/** The program's role has rights on all tables that were there at the start. */
async function mayRead(db: SharedStore['db']): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select has_table_privilege('schema_migrations', 'select') as may`.execute(db);
  return rows[0]?.may === true;
}
