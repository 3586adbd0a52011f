import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { CastellanError, OperationalError } from '../support/errors.js';
import { diskReason } from './disk-error.js';
import type { Connection, PreparedStatement, SqliteDriver } from './sqlite-drivers/driver.js';
import { sqliteDriver } from './sqlite-drivers/registry.js';

/** An open database, the same whichever driver is behind it. Errors of the driver pass through as they are. */
export interface Sqlite {
  exec(sql: string): void;
  /** `Row` is the caller's type for the columns of its own SQL. */
  prepare<Row>(sql: string): PreparedStatement<Row>;
  /** Runs `work` in one transaction, rolled back when it throws. Not to be nested. */
  transaction<T>(work: () => T): T;
  /** Idempotent. */
  close(): void;
}

export interface SqliteOptions {
  /** Never creates or writes the file, and works on a read-only mount. */
  readonly?: boolean;
  /** For tests of one driver. */
  driver?: SqliteDriver;
}

/** Opens a database file, made when missing unless read-only. Throws OperationalError, also when Node has no SQLite at all. */
export function openSqlite(path: string, options: SqliteOptions = {}): Sqlite {
  const readonly = options.readonly ?? false;
  if (readonly && !existsSync(path)) throw new OperationalError({ where: path, message: 'no such database file' });
  const driver = options.driver ?? sqliteDriver();
  return readonly ? attempt(path, () => openReadonly(driver, path)) : attempt(path, () => driver.open(path, false), refusal);
}

/** Opens a database held in memory; changes are lost with it. The given bytes stay as they are. */
export function openSqliteBytes(bytes: Uint8Array, where: string, driver: SqliteDriver = sqliteDriver()): Sqlite {
  return attempt(where, () => openBytes(driver, Buffer.from(bytes)));
}

/**
 * SQLite insists on a `-shm` file beside a write-ahead-log database, which a read-only mount refuses; without a log the
 * file itself is whole and is read into memory.
 */
function openReadonly(driver: SqliteDriver, path: string): Connection {
  if (expectsLog(path) && !existsSync(`${path}-wal`)) return openBytes(driver, readFileSync(path));
  return driver.open(path, true);
}

/** Bytes 18 and 19 of the header are 2 where a write-ahead log is expected (SQLite file format, section 1.3). */
function expectsLog(path: string): boolean {
  const fd = openSync(path, 'r');
  try {
    const versions = Buffer.alloc(2);
    return readSync(fd, versions, 0, 2, 18) === 2 && versions.includes(2);
  } finally {
    closeSync(fd);
  }
}

function openBytes(driver: SqliteDriver, bytes: Buffer): Connection {
  if (bytes.length >= 20) bytes.fill(1, 18, 20);
  return driver.openBytes(bytes);
}

function attempt(where: string, open: () => Connection, why?: (where: string) => string | undefined): Sqlite {
  try {
    return adapt(open());
  } catch (cause) {
    if (cause instanceof CastellanError) throw cause;
    const reason = why?.(where) ?? (cause instanceof Error ? cause.message : String(cause));
    throw new OperationalError({ where, message: `the database cannot be opened: ${reason}`, cause });
  }
}

/** Why the disk refuses a file and what SQLite puts beside it, of which SQLite itself gives no reason. */
function refusal(path: string): string | undefined {
  try {
    const folder = dirname(path);
    for (const place of existsSync(path) ? [path, folder] : [folder]) accessSync(place, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (cause) {
    return diskReason(cause);
  }
}

function adapt(connection: Connection): Sqlite {
  let open = true;
  return {
    exec: (sql) => void connection.exec(sql),
    prepare: (sql) => connection.prepare(sql),
    transaction: (work) => inTransaction(connection, work),
    close() {
      if (open) connection.close();
      open = false;
    },
  };
}

function inTransaction<T>(connection: Connection, work: () => T): T {
  connection.exec('BEGIN');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (cause) {
    connection.exec('ROLLBACK');
    throw cause;
  }
}
