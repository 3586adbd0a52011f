import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { openSqlite } from '../../../system/sqlite.js';
import type { SharedStore, TenantStore } from '../layer/store.js';
import type { Tables } from '../layer/tables.js';
import { decoding, StoringPostgresDialect, StoringSqliteDialect } from '../layer/values.js';
import { migrations } from '../migrations/registry.js';
import { unavailable } from './failures.js';
import { readIn } from './postgres-reader.js';
import { asDatabase } from './sqlite.js';

/** A database that is only looked at: nothing is made, migrated or written. */
export interface Inspected {
  /** Version of the database server, for PostgreSQL. */
  server?: string;
  /** Its clock in milliseconds since 1970, for PostgreSQL. */
  clock?: number;
  /** Migrations that were never run here, and those that this program does not know. */
  pending: string[];
  unknown: string[];
  /** False: there are no tables of ours yet. */
  isMade: boolean;
  read<T>(tenantId: string, work: (store: TenantStore) => Promise<T>): Promise<T>;
  shared<T>(work: (shared: SharedStore) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens the file read-only. */
export async function inspectSqlite(path: string): Promise<Inspected> {
  const raw = openSqlite(path, { readonly: true });
  const db = new Kysely<Tables>({ dialect: new StoringSqliteDialect({ database: asDatabase(raw) }), plugins: [decoding] });
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where name = 'schema_migrations'`.execute(db);
  const aside: TenantStore['aside'] = (others) => others;
  return {
    ...(await schemaOf(db, rows.length > 0)),
    read: (tenantId, work) => work({ tenantId, db, dialect: 'sqlite', aside }),
    shared: (work) => work({ db, dialect: 'sqlite' }),
    async close() {
      await db.destroy();
      raw.close();
    },
  };
}

const READ_ONLY = '-c default_transaction_read_only=on -c statement_timeout=5000';

/** Opens one connection whose transactions cannot write. Rejects with StoreUnavailable. */
export async function inspectPostgres(url: string): Promise<Inspected> {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
  };
  const pool = new pg.Pool({ connectionString: url, options: READ_ONLY, max: 1, connectionTimeoutMillis: 5_000, types });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect = new StoringPostgresDialect({ pool });
  const db = new Kysely<Tables>({ dialect, plugins: [decoding] });
  try {
    return await unavailable(async () => {
      const { rows } = await sql<{ version: string; clock: number; made: boolean }>`select current_setting('server_version') as version,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as clock, to_regclass('schema_migrations') is not null as made`.execute(db);
      const [{ version, clock, made } = { version: '', clock: 0, made: false }] = rows;
      return {
        server: version,
        clock,
        ...(await schemaOf(db, made)),
        read: (tenantId, work) => unavailable(() => readIn({ db, dialect }, tenantId, work)),
        shared: (work) => unavailable(() => work({ db, dialect: 'postgres' })),
        close: () => db.destroy(),
      };
    });
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function schemaOf(db: Kysely<Tables>, isMade: boolean): Promise<Pick<Inspected, 'pending' | 'unknown' | 'isMade'>> {
  const rows = isMade ? (await sql<{ id: string }>`select id from schema_migrations order by id`.execute(db)).rows : [];
  const done = new Set(rows.map(({ id }) => id));
  return {
    isMade,
    pending: migrations.map(({ id }) => id).filter((id) => !done.has(id)),
    unknown: [...done].filter((id) => migrations.every((known) => known.id !== id)),
  };
}
