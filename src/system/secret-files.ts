import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { OperationalError } from '../support/errors.js';
import { codeOf, diskError } from './disk-error.js';
import { makePrivateFolder } from './make-folder.js';

/** Small files that only this user may read. */
export interface SecretFiles {
  /** The file's text. A missing file is made, only once even when several processes start together. */
  readOrCreate(path: string, make: () => string): string;
}

/** The text of an existing secret file. Throws OperationalError for one that others may read. */
export function readSecretFile(path: string): string {
  const content = text(path);
  refuseReadable(path);
  return content;
}

/**
 * A file that belongs to root and not to this user is as its administrator gave it: Kubernetes mounts secrets for the group of a pod,
 * and systemd gives credentials to a service by an access list, which shows as rights of the group.
 */
function refuseReadable(path: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(path);
  const given = uid === 0 && process.getuid?.() !== 0;
  if ((mode & (given ? 0o037 : 0o077)) === 0) return;
  throw new OperationalError({ where: path, message: 'other users may read this key', hint: `chmod 600 ${path}` });
}

/** Secret files on the disk: 0600, in folders made 0700. Throws OperationalError for one that others may read. */
export const secretFiles: SecretFiles = {
  readOrCreate(path, make) {
    makePrivateFolder(dirname(path));
    writeSecretFile(path, make);
    refuseReadable(path);
    return text(path);
  },
};

/** Makes an empty file for this user only. An existing file stays as it is. The later reader reports why a file could not be made. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    // We may not write into the folder. The code that opens the file reports that, and what it needed the file for.
  }
}

/** Writes a new file 0600, complete from the moment it exists. An existing file stays as it is. Returns true if the file was written. */
function writeSecretFile(path: string, make: () => string): boolean {
  if (existsSync(path)) return false;
  const aside = `${path}.${process.pid}.part`;
  try {
    const fd = openSync(aside, 'wx', 0o600);
    try {
      writeSync(fd, make());
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    return named(aside, path);
  } catch (cause) {
    throw diskError(path, 'cannot be written', cause);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** False when another process was first. */
function named(aside: string, path: string): boolean {
  try {
    linkSync(aside, path);
    return true;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false;
    // No hard links there (some network and foreign file systems).
    copyFileSync(aside, path, constants.COPYFILE_EXCL);
    chmodSync(path, 0o600);
    return true;
  }
}

/** An empty file that gets its text later. */
export interface ReservedFile {
  write(text: string): void;
  /** Removes the file again. */
  discard(): void;
}

/**
 * Makes a new file 0600 before its text exists, so that a key that is shown only once is not made in vain. Undefined if there is
 * a file already, also a link that leads nowhere. Throws OperationalError if the file cannot be written.
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

/** Opens exclusively, which follows no link. */
function opened(path: string): number | undefined {
  try {
    const fd = openSync(path, 'wx', 0o600);
    fchmodSync(fd, 0o600);
    return fd;
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return undefined;
    throw diskError(path, 'cannot be written', cause);
  }
}

/** True if there is a file. */
export function fileExists(path: string): boolean {
  return existsSync(path);
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw diskError(path, 'cannot be read', cause);
  }
}
