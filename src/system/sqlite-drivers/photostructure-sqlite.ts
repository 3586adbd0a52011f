import { type DatabaseSyncModule, databaseSync } from './database-sync.js';
import type { Connection, DriverLoader } from './driver.js';
import { loadSpareBinary } from './spare-binary.js';

/**
 * The API of `node:sqlite` in binaries that come with the program, so that it needs neither an install script nor a compiler. Its
 * engine is plain SQLite with the system's file locks and the write-ahead log, hence several processes may share a database.
 */
export const photostructureSqlite: DriverLoader = () => {
  try {
    const library = loadSpareBinary() as DatabaseSyncModule;
    // A binary that does not fit this system shows only when the first database is opened.
    new library.DatabaseSync(':memory:').close();
    const driver = databaseSync('@photostructure/sqlite', library);
    return { ...driver, open: (path, readonly) => letGo(driver.open(path, readonly)) };
  } catch {
    return undefined;
  }
};

/**
 * Statements to run before closing, in this order: end a transaction, give up an exclusive lock (done with the next access), write the
 * log back.
 */
const LETTING_GO = ['rollback', 'pragma locking_mode = normal; select 1 from sqlite_schema limit 1', 'pragma wal_checkpoint(passive)'];

/** The library keeps a closed connection for as long as one of its statements is referenced; it must hold no lock meanwhile. */
function letGo(connection: Connection): Connection {
  return {
    exec: (sql) => connection.exec(sql),
    prepare: (sql) => connection.prepare(sql),
    close() {
      for (const sql of LETTING_GO) {
        try {
          connection.exec(sql);
        } catch {
          // No transaction, a damaged file, or a read-only one: then there is nothing to release.
        }
      }
      connection.close();
    },
  };
}
