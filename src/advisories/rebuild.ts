import { OperationalError } from '../support/errors.js';
import { removeAtExit } from '../system/leftovers.js';
import { takeLock } from '../system/lock-file.js';
import { makeFolder, makeFolderOf } from '../system/make-folder.js';
import { fileAtEndOf } from '../system/output-file.js';
import { copyWhole, discard, replaceFile } from '../system/stored-file.js';
import { checkDatabaseFile } from './schema.js';

/** A database that is being built. */
export interface Scratch {
  path: string;
  /** False: it is a copy of the present database. */
  fresh: boolean;
  /** Folder for partial downloads. It stays after a failure, so that the next update continues where this one broke off. */
  downloads: string;
}

/**
 * Builds a new database beside the present one and swaps it in when `build` is done. After any failure the present one stays
 * as it was. One rebuild at a time: a second one throws OperationalError.
 */
export async function rebuild<T>(named: string, build: (scratch: Scratch) => Promise<T>, startOver = false): Promise<T> {
  const dbPath = fileAtEndOf(named);
  makeFolderOf(dbPath);
  const release = takeLock(`${dbPath}.lock`);
  const path = `${dbPath}.new`;
  const kept = [path, `${dbPath}.lock`].map(removeAtExit);
  const downloads = `${dbPath}.downloads`;
  try {
    makeFolder(downloads);
    discard(path);
    const fresh = startOver || !isUsable(dbPath);
    if (!fresh) copyWhole(dbPath, path);
    const result = await build({ path, fresh, downloads });
    checkDatabaseFile(path);
    replaceFile(path, dbPath);
    discard(downloads);
    return result;
  } finally {
    discard(path);
    release();
    for (const keep of kept) keep();
  }
}

/** A missing, damaged or older database is built anew, not repaired. */
function isUsable(path: string): boolean {
  try {
    checkDatabaseFile(path);
    return true;
  } catch (cause) {
    if (cause instanceof OperationalError) return false;
    throw cause;
  }
}
