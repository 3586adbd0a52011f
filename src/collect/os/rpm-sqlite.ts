import { InputError } from '../../support/errors.js';
import { openSqliteBytes, type Sqlite } from '../../system/sqlite.js';

/** True when the bytes begin like an SQLite 3 file. */
export function isSqlite(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, 16)) === 'SQLite format 3\0';
}

/**
 * The package headers of an SQLite rpm database (`rpmdb.sqlite`, rpm 4.16 and later), in the order of their numbers.
 * The file is opened in memory; `Packages` must be a plain table, because a view in a hostile file could run forever.
 */
export function readRpmSqlite(bytes: Uint8Array, where: string): Uint8Array[] {
  try {
    const database = openSqliteBytes(bytes, where);
    try {
      checkTable(database, where);
      return headersOf(database, where);
    } finally {
      database.close();
    }
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InputError({ where, message: `SQLite database cannot be read: ${reason}`, cause });
  }
}

/** Lets SQLite check its pages, because damage could otherwise hide rows without an error. */
function checkTable(database: Sqlite, where: string): void {
  const table = database.prepare<{ sql: unknown }>("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'Packages'").get();
  if (typeof table?.sql !== 'string' || !/^CREATE TABLE/i.test(table.sql))
    throw new InputError({ where, message: 'an SQLite file without the table Packages' });
  const check = database.prepare<{ quick_check: unknown }>('PRAGMA quick_check(1)').get();
  if (check?.quick_check !== 'ok') throw new InputError({ where, message: 'the SQLite file is damaged' });
}

function headersOf(database: Sqlite, where: string): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (const { blob } of database.prepare<{ blob: unknown }>('SELECT blob FROM Packages ORDER BY hnum').iterate()) {
    if (!(blob instanceof Uint8Array)) throw new InputError({ where, message: 'a row of the table Packages holds no header' });
    found.push(blob);
  }
  return found;
}
