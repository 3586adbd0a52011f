import { Kysely, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { makePrivateFile } from '../../../system/secret-files.js';
import { openSqlite, type Sqlite } from '../../../system/sqlite.js';
import type { SharedStore, Store, TenantStore } from '../layer/store.js';
import type { Tables } from '../layer/tables.js';
import { decoding, StoringSqliteDialect } from '../layer/values.js';
import { unavailable } from './failures.js';
import { migrate } from './migrate.js';
import { writeProbe } from './probe.js';
import { SqliteWriter } from './sqlite-writer.js';

export interface SqliteStoreOptions {
  path: string;
  clock(): number;
}

/** Opens the embedded database: one file, one connection that writes and one that reads, write-ahead log. Makes and migrates it as needed. */
export async function openSqliteStore({ path, clock }: SqliteStoreOptions): Promise<Store> {
  // Its companions (-wal, -shm) get its permissions.
  makePrivateFile(path);
  const raw = openSqlite(path);
  // FULL: what was answered as accepted must survive a loss of power, not only of the process. The log may grow to 32 MB before it is
  // taken over: pages that one push after another changes are then written once.
  raw.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000; pragma temp_store = memory; pragma cache_size = -32000; pragma wal_autocheckpoint = 8000;',
  );
  const dialect = new StoringSqliteDialect({ database: asDatabase(raw) });
  await migrate(new Kysely<unknown>({ dialect }), 'sqlite', new Date(clock()).toISOString());
  return new SqliteStore(new Kysely<Tables>({ dialect, plugins: [decoding] }), raw, openReader(path));
}

/** A second connection, so that reads see the last commit while a long transaction is being written, and wait for nobody. */
function openReader(path: string): { db: Kysely<Tables>; raw: Sqlite } {
  const raw = openSqlite(path);
  // What it reads again lies in the operating system's cache.
  raw.exec('pragma query_only = on; pragma busy_timeout = 5000; pragma temp_store = memory; pragma cache_size = -8000;');
  return { raw, db: new Kysely<Tables>({ dialect: new StoringSqliteDialect({ database: asDatabase(raw) }), plugins: [decoding] }) };
}

/** Readers hold nothing that others wait for. */
const aside: TenantStore['aside'] = (others) => others;

class SqliteStore implements Store {
  readonly dialect = 'sqlite';
  private readonly writer: SqliteWriter;

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly raw: Sqlite,
    private readonly reader: { db: Kysely<Tables>; raw: Sqlite },
  ) {
    this.writer = new SqliteWriter(db, raw);
  }

  /** Statements of one connection run one after another, so a read needs no transaction to be consistent in itself. */
  read<T>(tenantId: string, work: (store: TenantStore) => Promise<T>): Promise<T> {
    return unavailable(() => work({ tenantId, db: this.reader.db, dialect: 'sqlite', aside }));
  }

  write<T>(tenantId: string, work: (store: TenantStore, shared: SharedStore) => Promise<T>): Promise<T> {
    return unavailable(() => this.writer.run((db) => work({ tenantId, db, dialect: 'sqlite', aside }, { db, dialect: 'sqlite' })));
  }

  shared<T>(work: (shared: SharedStore) => Promise<T>): Promise<T> {
    return unavailable(() => this.writer.run((db) => work({ db, dialect: 'sqlite' })));
  }

  probe(): Promise<void> {
    return this.shared(writeProbe);
  }

  async close(): Promise<void> {
    // The last connection to close tidies the log away, which only a writer can.
    await this.reader.db.destroy();
    this.reader.raw.close();
    await this.db.destroy();
    this.raw.close();
  }
}

const KEPT_STATEMENTS = 500;

/** Our adapter as Kysely's SQLite driver wants it, with the statements kept: preparing costs more than most of them. */
export function asDatabase(raw: Sqlite): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = prepared(raw, sql);
      if (kept.size >= KEPT_STATEMENTS) kept.clear();
      kept.set(sql, statement);
      return statement;
    },
    close() {},
  };
}

type Values = Parameters<ReturnType<Sqlite['prepare']>['all']>;

function prepared(raw: Sqlite, text: string): SqliteStatement {
  // A transaction that first reads and then writes would fail beside another process's; so it asks for the lock at once.
  const statement = raw.prepare<unknown>(text === 'begin' ? 'begin immediate' : text);
  const reader = /^\s*(?:select|with|pragma)\b|\breturning\b/i.test(text);
  return {
    reader,
    all: (values) => statement.all(...(values as Values)),
    run: (values) => (text === 'rollback' ? rolledBack(raw) : statement.run(...(values as Values))),
    iterate: (values) => statement.iterate(...(values as Values))[Symbol.iterator]() as IterableIterator<unknown>,
  };
}

/** A full disk has ended the transaction by itself (SQLite documentation, "Response To Errors Within A Transaction"); that is the same in the end. */
function rolledBack(raw: Sqlite): { changes: number; lastInsertRowid: number } {
  try {
    raw.exec('rollback');
  } catch (error) {
    if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
  }
  return { changes: 0, lastInsertRowid: 0 };
}
