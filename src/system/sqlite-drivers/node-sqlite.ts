import { createRequire } from 'node:module';
import { type DatabaseSyncModule, databaseSync } from './database-sync.js';
import type { DriverLoader } from './driver.js';

const load = createRequire(import.meta.url);

/** Node's own SQLite (22.13 and later without a flag). */
export const nodeSqlite: DriverLoader = () => {
  const warn = process.emitWarning;
  // Node 22 announces its SQLite as experimental on every start; users cannot act on that.
  process.emitWarning = () => {};
  try {
    const library: DatabaseSyncModule = load('node:sqlite');
    return databaseSync('node:sqlite', library);
  } catch {
    return undefined;
  } finally {
    process.emitWarning = warn;
  }
};
