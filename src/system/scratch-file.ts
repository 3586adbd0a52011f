import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskError } from './disk-error.js';

/** A private file of this process for bytes that do not fit into memory. */
export interface ScratchFile {
  readonly size: number;
  /** Appends bytes; returns where they begin. */
  append(bytes: Uint8Array): number;
  /** At most `length` bytes from `offset`. */
  read(offset: number, length: number): Buffer;
  close(): void;
}

/**
 * Opens an empty file that only this user may read, in a folder of its own. Where the system allows it, the file has no name any more
 * while it is used, so that nothing of it is left however the process ends. Throws OperationalError.
 */
export function openScratchFile(): ScratchFile {
  const folder = attempt(() => mkdtempSync(join(tmpdir(), 'castellan-')));
  const path = join(folder, '1');
  const fd = attempt(() => openSync(path, 'wx+', 0o600));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  if (process.platform !== 'win32') remove();
  let size = 0;
  return {
    get size() {
      return size;
    },
    append(bytes) {
      const start = size;
      for (let at = 0; at < bytes.length; ) at += attempt(() => writeSync(fd, bytes, at, bytes.length - at, start + at));
      size += bytes.length;
      return start;
    },
    read(offset, length) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      for (let at = 0; at < buffer.length; ) {
        const got = attempt(() => readSync(fd, buffer, at, buffer.length - at, offset + at));
        if (got === 0) return buffer.subarray(0, at);
        at += got;
      }
      return buffer;
    },
    close() {
      closeSync(fd);
      remove();
    },
  };
}

function attempt<T>(action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw diskError('scratch file', 'cannot be written', cause);
  }
}
