import { createRequire } from 'node:module';
import { type DatabaseSyncModule, databaseSync } from './database-sync.js';
import type { DriverLoader } from './driver.js';

const load = createRequire(import.meta.url);

/**
 * The API of `node:sqlite` with its binaries in the package itself, so that it needs neither an install script nor a compiler. Its
 * engine is plain SQLite with the system's file locks and the write-ahead log, hence several processes may share a database.
 */
export const photostructureSqlite: DriverLoader = () => {
  try {
    const library: DatabaseSyncModule = load('@photostructure/sqlite');
    // A binary that does not fit this system shows only when the first database is opened.
    new library.DatabaseSync(':memory:').close();
    return databaseSync('@photostructure/sqlite', library);
  } catch {
    return undefined;
  }
};
