import { OperationalError } from '../../support/errors.js';
import { notice } from '../../support/notice.js';
import { betterSqlite } from './better-sqlite3.js';
import type { DriverLoader, SqliteDriver } from './driver.js';
import { nodeSqlite } from './node-sqlite.js';
import { photostructureSqlite } from './photostructure-sqlite.js';

/** The fastest first. A driver is loaded only when none before it runs. */
export const driverLoaders: readonly DriverLoader[] = [betterSqlite, nodeSqlite, photostructureSqlite];

let chosen: SqliteDriver | undefined;

/** The best driver this machine has, found once. The spare driver is named on stderr. Throws NoSqliteDriver when there is none. */
export function sqliteDriver(): SqliteDriver {
  chosen ??= choose();
  return chosen;
}

function choose(): SqliteDriver {
  for (const load of driverLoaders) {
    const driver = load();
    if (!driver) continue;
    if (load === photostructureSqlite) notice(`using the SQLite driver ${driver.name}, as better-sqlite3 has no binary here`);
    return driver;
  }
  throw new NoSqliteDriver();
}

/** This machine has no SQLite driver, so no database can be opened, whatever its state. */
export class NoSqliteDriver extends OperationalError {
  constructor() {
    super({
      message:
        'no SQLite here: neither better-sqlite3 nor @photostructure/sqlite has a binary that runs on this system, and node:sqlite needs Node 22.13',
      hint: 'use Node 22.13 or later, or npm install -g --allow-scripts=better-sqlite3 castellan',
    });
  }
}
