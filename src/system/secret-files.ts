import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperationalError } from '../support/errors.js';

/** Small files that only this user may read. */
export interface SecretFiles {
  /** The file's text; a missing one is made, once even when several processes start together. */
  readOrCreate(path: string, make: () => string): string;
}

/** Secret files on the disk: 0600, in folders made 0700. Throws OperationalError for one that others may read. */
export const secretFiles: SecretFiles = {
  readOrCreate(path, make) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeSecretFile(path, make);
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      throw new OperationalError({ where: path, message: 'other users may read this key', hint: `chmod 600 ${path}` });
    }
    return readFileSync(path, 'utf8');
  },
};

/** Writes a new file 0600; one that is there stays as it is. Gives whether it was written. */
export function writeSecretFile(path: string, make: () => string): boolean {
  let fd: number;
  try {
    fd = openSync(path, 'wx', 0o600);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw new OperationalError({ where: path, message: 'cannot be written', cause });
  }
  try {
    writeSync(fd, make());
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  chmodSync(path, 0o600);
  return true;
}

/** True when something lies there. */
export function fileExists(path: string): boolean {
  return existsSync(path);
}
