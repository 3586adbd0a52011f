import { type Kysely, sql } from 'kysely';
import { OperationalError } from '../../../support/errors.js';

/** Role of the program once the schema exists: it owns nothing and cannot bypass row-level security. */
export const APPLICATION_ROLE = 'castellan_app';

/** PostgreSQL 14, the oldest version that is still supported. */
const OLDEST = 140_000;

/** Refuses a server that is too old, or a database whose encoding cannot hold every text. */
export async function requireServer(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`.execute(db);
  const [{ version, encoding } = { version: 0, encoding: '' }] = rows;
  if (version < OLDEST)
    throw new OperationalError({ message: `PostgreSQL ${Math.floor(version / 10_000)} is too old; 14 or later is needed` });
  if (encoding !== 'UTF8')
    throw new OperationalError({
      message: `its encoding is ${encoding}, which cannot hold every text; UTF8 is needed`,
      hint: `create database … encoding 'UTF8' template template0`,
    });
}

/**
 * Creates the role if an administrator has not, and lets it read and write all tables and nothing else. Rejects when
 * that is not permitted.
 */
export async function makeApplicationRole(db: Kysely<unknown>): Promise<void> {
  const role = sql.ref(APPLICATION_ROLE);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7212345)`.execute(tx);
    const { rows } = await sql<{ mighty: boolean }>`
      select rolsuper or rolbypassrls as mighty from pg_roles where rolname = ${APPLICATION_ROLE}`.execute(tx);
    const [found] = rows;
    if (found?.mighty)
      throw new OperationalError({
        message: `the role ${APPLICATION_ROLE} may pass row-level security by, so tenants would not be kept apart`,
        hint: `have an administrator run: alter role ${APPLICATION_ROLE} nosuperuser nobypassrls`,
      });
    if (!found) await allowed(() => sql`create role ${role} nologin nobypassrls nosuperuser`.execute(tx));
    await joinRole(tx);
    await sql`grant usage on schema public to ${role}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(tx);
  });
}

/** If an administrator has granted the role, granting it again is neither needed nor permitted. */
async function joinRole(tx: Kysely<unknown>): Promise<void> {
  const role = sql.ref(APPLICATION_ROLE);
  await sql`savepoint joining`.execute(tx);
  try {
    await sql`set local role ${role}`.execute(tx);
    await sql`reset role`.execute(tx);
  } catch {
    await sql`rollback to savepoint joining`.execute(tx);
    await allowed(() => sql`grant ${role} to current_user`.execute(tx));
  }
}

async function allowed(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new OperationalError({
      message: `the database user may not make or take the role ${APPLICATION_ROLE}, without which tenants cannot be kept apart`,
      hint: `have an administrator run: create role ${APPLICATION_ROLE} nologin nosuperuser nobypassrls; grant ${APPLICATION_ROLE} to <user>`,
      cause,
    });
  }
}
