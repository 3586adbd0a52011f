import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { OperationalError } from '../support/errors.js';
import { diskError, isAbsent } from './disk-error.js';

/** The first `count` bytes and the size of a file of our own; undefined when there is none. Throws OperationalError. */
export function readHead(path: string, count: number): { bytes: Buffer; size: number } | undefined {
  try {
    const file = new StoredFile(path, count);
    try {
      return { bytes: file.read(0, Math.min(count, file.size)), size: file.size };
    } finally {
      file.close();
    }
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw diskError(path, 'cannot be read', cause);
  }
}

/** Random access to a file through one window of memory, for archives that are read mostly forwards. */
export class StoredFile {
  readonly size: number;
  private readonly fd: number;
  private window = Buffer.alloc(0);
  private start = 0;

  constructor(
    path: string,
    private readonly windowBytes = 4 * 1024 * 1024,
  ) {
    this.fd = openSync(path, 'r');
    this.size = fstatSync(this.fd).size;
  }

  /** A view of `length` bytes at `position`, valid until the next call; shorter at the end of the file. */
  read(position: number, length: number): Buffer {
    const from = position - this.start;
    if (from >= 0 && from + length <= this.window.length) return this.window.subarray(from, from + length);
    const wanted = Math.min(Math.max(length, this.windowBytes), Math.max(0, this.size - position));
    const fresh = Buffer.allocUnsafe(wanted);
    let filled = 0;
    while (filled < wanted) {
      const got = readSync(this.fd, fresh, filled, wanted - filled, position + filled);
      if (got === 0) break;
      filled += got;
    }
    this.window = fresh.subarray(0, filled);
    this.start = position;
    return this.window.subarray(0, length);
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** All bytes of a file that is called `shown` in messages. Throws OperationalError, also above `maxBytes`. */
export function readWhole(path: string, maxBytes: number, shown = path): Buffer {
  const size = stampOf(path, shown)?.size ?? 0;
  if (size > maxBytes) throw new OperationalError({ where: shown, message: `larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB` });
  try {
    return readFileSync(path);
  } catch (cause) {
    throw diskError(shown, 'cannot be read', cause);
  }
}

/** Size and time of last change of a regular file; undefined for anything else. Throws OperationalError where nobody may look. */
export function stampOf(path: string, shown = path): { size: number; modifiedMs: number } | undefined {
  try {
    const stats = statsAt(path);
    return stats?.isFile() ? { size: stats.size, modifiedMs: Math.floor(stats.mtimeMs) } : undefined;
  } catch (cause) {
    throw diskError(shown, 'cannot be read', cause);
  }
}

/** What is at a path; undefined where nothing is, also below a file. Throws Node's error where nobody may look. */
export function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    if (isAbsent(cause)) return undefined;
    throw cause;
  }
}

/** False when nothing is there; true also for what nobody may look at, and for a link in a loop. */
export function isThere(path: string): boolean {
  try {
    return statsAt(path) !== undefined;
  } catch {
    return true;
  }
}

/** Copies a file, sharing its blocks where the file system can. Throws OperationalError. */
export function copyWhole(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  } catch (cause) {
    throw diskError(to, 'cannot be written', cause);
  }
}

/** Removes a file or folder of ours; nothing there is no error. */
export function discard(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/**
 * Replaces a file by a finished one. Its bytes reach the disk before its name does, so that a crash leaves the
 * old file or the new one, never half of one. Throws OperationalError.
 */
export function replaceFile(from: string, to: string): void {
  try {
    flush(from, 'r+');
    renameSync(from, to);
  } catch (cause) {
    throw diskError(to, 'cannot be replaced', cause);
  }
  flushFolder(dirname(to));
}

function flush(path: string, flags: string): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Windows and some network file systems cannot flush a folder; the rename itself has happened. */
function flushFolder(path: string): void {
  try {
    flush(path, 'r');
  } catch {
    return;
  }
}
