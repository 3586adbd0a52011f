import { closeSync, existsSync, fchmodSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
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
  const file = reserveSecretFile(path);
  file?.write(make());
  return file !== undefined;
}

/** A file that is there, empty, and waits for its text. */
export interface ReservedFile {
  write(text: string): void;
  /** Takes it away again. */
  discard(): void;
}

/**
 * Makes a new file 0600 before there is anything to write, so that what is shown once is not made in vain. Undefined where something
 * lies there, also a link that leads nowhere. Throws OperationalError where nothing can be written.
 */
export function reserveSecretFile(path: string): ReservedFile | undefined {
  const fd = opened(path);
  if (fd === undefined) return undefined;
  return {
    write(text) {
      try {
        writeSync(fd, text);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
    },
    discard() {
      closeSync(fd);
      rmSync(path, { force: true });
    },
  };
}

/** Exclusively, which follows no link. */
function opened(path: string): number | undefined {
  try {
    const fd = openSync(path, 'wx', 0o600);
    fchmodSync(fd, 0o600);
    return fd;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return undefined;
    throw new OperationalError({ where: path, message: 'cannot be written', cause });
  }
}

/** True when something lies there. */
export function fileExists(path: string): boolean {
  return existsSync(path);
}
