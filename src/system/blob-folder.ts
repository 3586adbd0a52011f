import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OperationalError } from '../support/errors.js';

/** Bytes by their SHA-256, so that equal bytes are stored once and changed ones are noticed. */
export interface BlobFolder {
  /** Stores bytes for good; gives their hash as hex. */
  put(bytes: Uint8Array): string;
  /** Rejects with OperationalError when they are gone, or are not what they were. */
  get(hash: string): Buffer;
  has(hash: string): boolean;
  remove(hash: string): void;
}

/** Compressed files `ab/abcdef….gz` below `root`, readable by this user only, written aside and moved into place. */
export function blobFolder(root: string): BlobFolder {
  const pathOf = (hash: string) => join(root, hash.slice(0, 2), `${hash}.gz`);
  return {
    put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (!existsSync(pathOf(hash))) write(join(root, hash.slice(0, 2)), pathOf(hash), gzipSync(bytes, { level: 3 }));
      return hash;
    },
    get(hash) {
      const bytes = read(pathOf(hash), hash);
      if (createHash('sha256').update(bytes).digest('hex') !== hash) throw damaged(hash);
      return bytes;
    },
    has: (hash) => existsSync(pathOf(hash)),
    remove: (hash) => rmSync(pathOf(hash), { force: true }),
  };
}

function write(folder: string, path: string, bytes: Uint8Array): void {
  const aside = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
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
