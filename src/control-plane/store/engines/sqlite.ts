import { Kysely, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { makePrivateFile } from '../../../system/secret-files.js';
import { openSqlite, type Sqlite } from '../../../system/sqlite.js';
import type { SharedStore, Store, TenantStore } from '../layer/store.js';
import type { Tables } from '../layer/tables.js';
import type { RanStatement } from '../layer/traced-store.js';
import { decoding, StoringSqliteDialect } from '../layer/values.js';
import { unavailable } from './failures.js';
import { migrate } from './migrate.js';
import { writeProbe } from './probe.js';
import { SqliteWriter } from './sqlite-writer.js';

type OnStatement = (ran: RanStatement) => void;

export interface SqliteStoreOptions {
  path: string;
  clock(): number;
  /** Is told of each statement that has run. */
  onStatement?: OnStatement | undefined;
}

/**
 * Opens the embedded database, a file with a write-ahead log, with one connection that writes and one that reads. Creates and
 * migrates it as needed.
 */
export async function openSqliteStore({ path, clock, onStatement: log }: SqliteStoreOptions): Promise<Store> {
  // SQLite gives the files beside it (-wal, -shm) the same permissions.
  makePrivateFile(path);
  const raw = openSqlite(path);
  // FULL: an accepted write must survive a loss of power, not only the end of the process. The log may grow to 32 MB before SQLite
  // copies it into the file, so that a page that several pushes change is copied once.
  raw.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000; pragma temp_store = memory; pragma cache_size = -32000; pragma wal_autocheckpoint = 8000;',
  );
  const dialect = new StoringSqliteDialect({ database: asDatabase(raw) });
  await migrate(new Kysely<unknown>({ dialect }), 'sqlite', new Date(clock()).toISOString());
  return new SqliteStore(new Kysely<Tables>({ dialect, plugins: [decoding], ...(log && { log }) }), raw, openReader(path, log));
}

/** A second connection, so that reads see the last commit and do not wait while a long transaction is written. */
function openReader(path: string, log: OnStatement | undefined): { db: Kysely<Tables>; raw: Sqlite } {
  const raw = openSqlite(path);
  // A small cache is enough, because the operating system caches the file, too.
  raw.exec('pragma query_only = on; pragma busy_timeout = 5000; pragma temp_store = memory; pragma cache_size = -8000;');
  return {
    raw,
    db: new Kysely<Tables>({ dialect: new StoringSqliteDialect({ database: asDatabase(raw) }), plugins: [decoding], ...(log && { log }) }),
  };
}

/** A reader can simply wait, because it holds no lock or connection that other requests need. */
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
    // The last connection to be closed removes the log, which only the writer can.
    await this.reader.db.destroy();
    this.reader.raw.close();
    await this.db.destroy();
    this.raw.close();
  }
}

const KEPT_STATEMENTS = 500;

/**
 * Our adapter in the form that Kysely's SQLite driver needs. It keeps prepared statements, because preparing costs more than
 * running most of them.
 */
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
  // A transaction that reads before it writes would fail if another process wrote in between, so it takes the lock at its beginning.
  const statement = raw.prepare<unknown>(text === 'begin' ? 'begin immediate' : text);
  const reader = /^\s*(?:select|with|pragma)\b|\breturning\b/i.test(text);
  return {
    reader,
    all: (values) => statement.all(...(values as Values)),
    run: (values) => (text === 'rollback' ? rolledBack(raw) : statement.run(...(values as Values))),
    iterate: (values) => statement.iterate(...(values as Values))[Symbol.iterator]() as IterableIterator<unknown>,
  };
}

/**
 * On a full disk SQLite has already rolled back (SQLite documentation, "Response To Errors Within A Transaction"); then there
 * is nothing to do.
 */
function rolledBack(raw: Sqlite): { changes: number; lastInsertRowid: number } {
  try {
    raw.exec('rollback');
  } catch (error) {
    if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
  }
  return { changes: 0, lastInsertRowid: 0 };
}
