import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OperationalError } from '../support/errors.js';
import { makePrivateFolder } from './make-folder.js';

/** Bytes by their SHA-256, so that equal bytes are stored once and changed ones are noticed. */
export interface BlobFolder {
  /** Stores bytes for good; gives their hash as hex. */
  put(bytes: Uint8Array): string;
  /** Rejects with OperationalError when the bytes are missing or were changed. */
  get(hash: string): Buffer;
  has(hash: string): boolean;
  /** Removes bytes that nobody has stored (again) since a time in milliseconds. Returns true if it removed them. */
  removeUntouched(hash: string, since: number): boolean;
  /** Hashes of one of the 256 parts, 0 to 255. Also removes temporary files that a crash left before `since`. */
  list(part: number, since: number): string[];
}

/** Compressed files `ab/abcdef….gz` below `root`, readable by this user only, written under another name first and then renamed. */
export function blobFolder(root: string): BlobFolder {
  const pathOf = (hash: string) => join(root, hash.slice(0, 2), `${hash}.gz`);
  return {
    put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (!touch(pathOf(hash))) write(join(root, hash.slice(0, 2)), pathOf(hash), gzipSync(bytes, { level: 3 }));
      return hash;
    },
    get(hash) {
      const bytes = read(pathOf(hash), hash);
      if (createHash('sha256').update(bytes).digest('hex') !== hash) throw damaged(hash);
      return bytes;
    },
    has: (hash) => existsSync(pathOf(hash)),
    removeUntouched: (hash, since) => removeUntouched(pathOf(hash), since),
    list: (part, since) => list(join(root, part.toString(16).padStart(2, '0')), since),
  };
}

/** Marks existing bytes as needed again, so that a sweep at the same time keeps them. */
function touch(path: string): boolean {
  const now = new Date();
  try {
    utimesSync(path, now, now);
    return true;
  } catch {
    return false;
  }
}

/** The file is renamed first. Anybody who stores the same bytes after that writes a new file; the file's time shows if somebody did before. */
function removeUntouched(path: string, since: number): boolean {
  if (touchedAt(path) >= since) return false;
  const aside = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    renameSync(path, aside);
  } catch {
    return false;
  }
  if (touchedAt(aside) >= since) {
    renameSync(aside, path);
    return false;
  }
  rmSync(aside, { force: true });
  return true;
}

function touchedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

function list(folder: string, since: number): string[] {
  const hashes: string[] = [];
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const hash = /^([0-9a-f]{64})\.gz$/.exec(name)?.[1];
    if (hash !== undefined) hashes.push(hash);
    else if (touchedAt(join(folder, name)) < since) rmSync(join(folder, name), { force: true });
  }
  return hashes.sort();
}

function write(folder: string, path: string, bytes: Uint8Array): void {
  const aside = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    makePrivateFolder(folder);
    const fd = openSync(aside, 'wx', 0o600);
    try {
      writeSync(fd, bytes);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(aside, path);
  } catch (cause) {
    rmSync(aside, { force: true });
    throw new OperationalError({ message: 'evidence cannot be stored', cause });
  }
}

function read(path: string, hash: string): Buffer {
  try {
    return gunzipSync(readFileSync(path));
  } catch (cause) {
    if (!existsSync(path)) throw new OperationalError({ message: `the bytes of evidence ${hash.slice(0, 12)} are gone`, cause });
    throw damaged(hash);
  }
}

function damaged(hash: string): OperationalError {
  return new OperationalError({ message: `the bytes of evidence ${hash.slice(0, 12)} were changed` });
}

/** True where blobs can be stored: in the folder, or, before the first one, in the folder that it will be made in. */
export function isWritableFolder(root: string): boolean {
  try {
    accessSync(existsSync(root) ? root : dirname(root), constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
