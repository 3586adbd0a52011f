import { OperationalError } from '../support/errors.js';
import { makePrivateFile } from './secret-files.js';
import { openSqlite } from './sqlite.js';

/** Held until it is let go, or the process ends in whatever way. */
export interface ProcessLock {
  release(): void;
}

/**
 * Takes a file for this process alone. The lock is one of SQLite's on the file, which the operating system lets go with the process: a
 * file that a killed process leaves behind locks nobody out. Throws OperationalError with `message` where another process holds it.
 */
export function lockForProcess(path: string, message: string): ProcessLock {
  makePrivateFile(path);
  const database = openSqlite(path);
  try {
    database.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive');
  } catch (cause) {
    database.close();
    throw new OperationalError({ where: path, message, cause });
  }
  return { release: () => database.close() };
}
