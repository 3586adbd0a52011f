import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OperationalError } from '../support/errors.js';
import { codeOf, diskError } from './disk-error.js';
import { removeAtExit } from './leftovers.js';
import { makeFolderOf } from './make-folder.js';
import { isThere, stampOf } from './stored-file.js';

/** The content: text or bytes, in pieces. */
export type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export interface OutputFileOptions {
  signal: AbortSignal;
  /** True: the bytes are on the disk before the file gets its name. */
  durable?: boolean;
}

/**
 * Writes a file where the user wants it. A regular file, or a new one, is written beside its place and renamed, so that a reader never
 * sees half of it; it keeps its mode and owner. A link is followed first. Anything else (a device, a pipe, an open descriptor) is
 * written in place and never replaced, and so is a regular file in a folder that accepts no new file. Returns the kind of place. Throws
 * OperationalError, or the reason of `signal`.
 */
export async function writeOutputFile(path: string, pieces: Pieces, options: OutputFileOptions): Promise<'file' | 'stream'> {
  try {
    const place = placeOf(path);
    if (typeof place === 'number') return await intoStream(place, pieces, options);
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) return await intoSpecial(place, pieces, options);
    if (stats) accessSync(place, constants.W_OK);
    else makeFolderOf(place);
    const beside = openBeside(place, stats);
    if (beside) await replace(beside, place, pieces, options);
    else await overwrite(place, pieces);
    return 'file';
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw diskError(path, 'cannot be written', cause);
    throw cause;
  }
}

/** A key that is equal when two paths lead to one file; undefined for devices, pipes and the like, which may be written to twice. */
export function outputIdentity(path: string): string | undefined {
  try {
    const place = placeOf(path);
    if (typeof place === 'number') return undefined;
    const stats = statSync(place, { throwIfNoEntry: false });
    if (stats) return stats.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
    return join(physicalFolder(place), basename(place));
  } catch {
    // The write itself reports the error.
    return undefined;
  }
}

/** The descriptor that a path names, on systems with such paths: `/dev/stdout`, `/dev/fd/63`. */
export function descriptorOf(path: string): number | undefined {
  if (process.platform === 'win32') return undefined;
  if (path === '/dev/stdout') return 1;
  if (path === '/dev/stderr') return 2;
  const [, number] = /^\/(?:dev|proc\/self)\/fd\/(\d{1,6})$/.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Follows links to a regular file or to the place for a new one. Throws OperationalError for a device or pipe, which keeps nothing, and where nobody may look. */
export function fileAtEndOf(path: string): string {
  const place = placeOf(path);
  if (typeof place === 'number' || (isThere(place) && !stampOf(place)))
    throw new OperationalError({ where: path, message: 'is no regular file' });
  return place;
}

/** Follows links to their end, also to a file that does not exist yet. */
function placeOf(path: string): string | number {
  let place = path;
  for (let hops = 0; hops < 40; hops++) {
    const descriptor = descriptorOf(place);
    if (descriptor !== undefined) return descriptor;
    const target = linkAt(place);
    if (target === undefined) return place;
    place = resolve(physicalFolder(place), target);
  }
  throw new OperationalError({ where: path, message: 'cannot be written: the link leads to itself' });
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function physicalFolder(path: string): string {
  try {
    return realpathSync(dirname(path));
  } catch {
    return dirname(path);
  }
}

/** Errors with which the system refuses a new file in a folder, or a rename in it. */
const FOLDER_REFUSES = new Set(['EACCES', 'EPERM', 'EROFS']);

/** A new file beside the target, with the target's mode and owner. Undefined when the target must be written in place. */
function openBeside(place: string, old: Stats | undefined): { path: string; fd: number } | undefined {
  // A file with several names (hard links) must be written in place, or its other names would keep the old content.
  if (old && old.nlink > 1) return undefined;
  const path = `${place}.${process.pid}.tmp`;
  try {
    // Removes the file of an earlier process with the same process id.
    rmSync(path, { force: true });
    const fd = openSync(path, 'wx');
    if (!old || adopts(fd, old)) return { path, fd };
    closeSync(fd);
    rmSync(path, { force: true });
    return undefined;
  } catch (cause) {
    if (old && FOLDER_REFUSES.has(codeOf(cause))) return undefined;
    throw cause;
  }
}

/** Gives the file the owner and mode of another. False where this user may not. */
function adopts(fd: number, { uid, gid, mode }: Stats): boolean {
  if (process.platform === 'win32') return true;
  try {
    const own = fstatSync(fd);
    if (own.uid !== uid || own.gid !== gid) fchownSync(fd, uid, gid);
    fchmodSync(fd, mode & 0o7777);
    return true;
  } catch {
    return false;
  }
}

async function replace(
  { path, fd }: { path: string; fd: number },
  place: string,
  pieces: Pieces,
  { signal, durable }: OutputFileOptions,
): Promise<void> {
  const keep = removeAtExit(path);
  try {
    try {
      await writeAll(fd, pieces, signal);
      if (durable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    takeName(path, place);
  } finally {
    rmSync(path, { force: true });
    keep();
  }
}

/** A file that is itself a mount (a single file given to a container) cannot be replaced by a rename. */
function takeName(path: string, place: string): void {
  try {
    renameSync(path, place);
  } catch (cause) {
    if (codeOf(cause) !== 'EBUSY' && !FOLDER_REFUSES.has(codeOf(cause))) throw cause;
    copyFileSync(path, place);
  }
}

/** Collects the whole content first, so that an error while making it leaves the old file as it was. */
async function overwrite(place: string, pieces: Pieces): Promise<void> {
  const whole: Uint8Array[] = [];
  for await (const piece of pieces) whole.push(Buffer.from(piece));
  const fd = openSync(place, 'w');
  try {
    for (const piece of whole) for (let at = 0; at < piece.length; ) at += writeSync(fd, piece, at);
  } finally {
    closeSync(fd);
  }
}

/** Opens without waiting: a pipe without a reader would otherwise block the whole program, signals included. */
async function intoSpecial(place: string, pieces: Pieces, options: OutputFileOptions): Promise<'stream'> {
  const isPipe = statSync(place).isFIFO();
  const flags = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0);
  for (;;) {
    try {
      const fd = openSync(place, flags);
      try {
        return await intoStream(fd, pieces, options);
      } finally {
        closeSync(fd);
      }
    } catch (cause) {
      if (!isPipe || codeOf(cause) !== 'ENXIO') throw cause;
      await wait(POLL_MS, undefined, { signal: options.signal });
    }
  }
}

/** A reader that stops reading is no error of ours. */
async function intoStream(fd: number, pieces: Pieces, { signal }: OutputFileOptions): Promise<'stream'> {
  try {
    await writeAll(fd, pieces, signal);
  } catch (cause) {
    if (codeOf(cause) !== 'EPIPE') throw cause;
  }
  return 'stream';
}

/** Milliseconds between attempts to write to a pipe that is full or has no reader. */
const POLL_MS = 5;

async function writeAll(fd: number, pieces: Pieces, signal: AbortSignal): Promise<void> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length; ) {
      const written = tryWrite(fd, bytes, at);
      if (written === 0) await wait(POLL_MS, undefined, { signal });
      at += written;
    }
  }
}

/** Number of bytes written; 0 when the pipe is full. */
function tryWrite(fd: number, bytes: Uint8Array, from: number): number {
  try {
    return writeSync(fd, bytes, from);
  } catch (cause) {
    if (codeOf(cause) === 'EAGAIN') return 0;
    throw cause;
  }
}
