import { OperationalError } from '../support/errors.js';
import { makePrivateFile } from './secret-files.js';
import { openSqlite } from './sqlite.js';

/** A lock that is held until it is released, or until the process ends in any way. */
export interface ProcessLock {
  release(): void;
}

/**
 * Takes a file for this process alone. The lock is a lock of SQLite on the file, which the operating system releases with the
 * process: the file of a killed process locks nobody out. Throws OperationalError with `message` where another process holds it.
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
