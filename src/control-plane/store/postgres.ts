import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { OperationalError } from '../../support/errors.js';
import { unavailable } from './failures.js';
import { migrate } from './migrate.js';
import { writeProbe } from './probe.js';
import type { SharedStore, Store, TenantStore } from './store.js';
import type { Tables } from './tables.js';

export interface PostgresStoreOptions {
  url: string;
  clock(): number;
  /** Connections of this process. */
  size?: number;
}

/** Role of the program once the schema is there: it owns nothing and cannot pass row-level security by. */
const APPLICATION_ROLE = 'castellan_app';

/** Opens a PostgreSQL database and migrates it under a lock. */
export async function openPostgresStore({ url, clock, size = 10 }: PostgresStoreOptions): Promise<Store> {
  const types = { getTypeParser: typeParser };
  const owner = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5000, types });
  survive(owner);
  const setup = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) });
  try {
    await unavailable(async () => {
      await migrate(setup, 'postgres', new Date(clock()).toISOString());
      await makeApplicationRole(setup);
    });
  } finally {
    await setup.destroy();
  }
  // As a start-up option: a connection that cannot take the role is never there to be used as somebody mightier.
  const options = `-c role=${APPLICATION_ROLE}`;
  const pool = new pg.Pool({ connectionString: url, max: size, connectionTimeoutMillis: 5000, types, options });
  survive(pool);
  return new PostgresStore(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }));
}

/**
 * A connection that breaks is replaced, and whoever waits for an answer on it gets the error. Without listeners of its own, one that is in
 * use would end the process.
 */
function survive(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Counts and sequence numbers come as numbers; none of ours gets near 2^53. */
function typeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown);
}

async function makeApplicationRole(db: Kysely<unknown>): Promise<void> {
  const role = sql.ref(APPLICATION_ROLE);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7212345)`.execute(tx);
    const { rows } = await sql<{ found: number }>`select 1 as found from pg_roles where rolname = ${APPLICATION_ROLE}`.execute(tx);
    if (rows.length === 0) {
      try {
        await sql`create role ${role} nologin nobypassrls nosuperuser`.execute(tx);
      } catch (cause) {
        throw new OperationalError({
          message: `the database user may not create the role ${APPLICATION_ROLE}, without which tenants cannot be kept apart`,
          hint: `have an administrator run: create role ${APPLICATION_ROLE} nologin; grant ${APPLICATION_ROLE} to <user>`,
          cause,
        });
      }
    }
    await sql`grant ${role} to current_user`.execute(tx);
    await sql`grant usage on schema public to ${role}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(tx);
  });
}

class PostgresStore implements Store {
  readonly dialect = 'postgres';

  constructor(private readonly db: Kysely<Tables>) {}

  read<T>(tenantId: string, work: (store: TenantStore) => Promise<T>): Promise<T> {
    return this.write(tenantId, work);
  }

  write<T>(tenantId: string, work: (store: TenantStore, shared: SharedStore) => Promise<T>): Promise<T> {
    return unavailable(() =>
      this.db.transaction().execute(async (db) => {
        await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(db);
        return work({ tenantId, db, dialect: 'postgres' }, { db, dialect: 'postgres' });
      }),
    );
  }

  shared<T>(work: (shared: SharedStore) => Promise<T>): Promise<T> {
    return unavailable(() => this.db.transaction().execute((db) => work({ db, dialect: 'postgres' })));
  }

  probe(): Promise<void> {
    return this.shared(writeProbe);
  }

  async close(): Promise<void> {
    await this.db.destroy();
  }
}
