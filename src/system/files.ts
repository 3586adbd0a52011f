import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { InputError } from '../support/errors.js';
import { codeOf, diskReason } from './disk-error.js';

/** A path of this machine; bytes where the name is no UTF-8. */
export type FsPath = string | Buffer;

export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export interface DirEntry {
  /** Invalid bytes are shown as `\xNN`. */
  name: string;
  /** The name's own bytes, only where it is no UTF-8. */
  raw?: Buffer;
  kind: EntryKind;
}

export interface FileInfo {
  kind: EntryKind;
  size: number;
  /** Device and inode: equal when two paths lead to the same file. */
  id: string;
  /** Permission bits. */
  mode: number;
}

/** A file open for reads at any offset, so that a file of gigabytes need not be in memory. */
export interface OpenFile {
  readonly size: number;
  /** At most `length` bytes from `offset`; fewer at the end of the file. */
  read(offset: number, length: number): Buffer;
  /**
   * Equal as long as nobody wrote to the file. Undefined where that cannot be told: a file that was just changed may change again within
   * the same tick of its times.
   */
  state?(): string | undefined;
  close(): void;
}

/** Access to the file system. It is synchronous, because a scan has nothing to do meanwhile, and it never writes. */
export interface Files {
  /** Undefined when there is nothing there. `follow`: look through a symbolic link. Throws InputError `unreadable`. */
  info(path: FsPath, follow?: boolean): FileInfo | undefined;
  /** The bytes. Throws InputError `unreadable`, or `too_large` above `maxBytes`. */
  read(path: FsPath, maxBytes: number): Uint8Array;
  /** At most the first `count` bytes. */
  head(path: FsPath, count: number): Uint8Array;
  /**
   * Puts the begin of a regular file into a buffer, and gives the number of its bytes: for whoever looks into thousands of small files.
   * Absent where `head` costs no more. Throws InputError `unreadable`.
   */
  fill?(path: FsPath, buffer: Buffer): number;
  /** Opens a file of any size for reads at any offset; the caller closes it. Throws InputError `unreadable`. */
  open(path: FsPath): OpenFile;
  /** Entries sorted by name. Throws InputError `unreadable`. */
  list(path: FsPath): DirEntry[];
  /** Absolute path with all links resolved; undefined when there is no such file. */
  realPath(path: string): string | undefined;
}

/** `folder/name` for text and bytes alike. */
export function joinPath(folder: FsPath, entry: DirEntry): FsPath {
  if (typeof folder === 'string' && entry.raw === undefined) return folder.endsWith('/') ? folder + entry.name : `${folder}/${entry.name}`;
  return Buffer.concat([Buffer.from(folder), Buffer.from('/'), entry.raw ?? Buffer.from(entry.name)]);
}

/** The real file system. */
export const diskFiles: Files = {
  info(path, follow = false) {
    const stats = attempt(path, () => statsOf(path, follow));
    return stats && { kind: kindOf(stats), size: stats.size, id: `${stats.dev}:${stats.ino}`, mode: stats.mode & 0o7777 };
  },
  read(path, maxBytes) {
    return withFile(path, (fd, size) => {
      if (size > maxBytes)
        throw new InputError({ where: show(path), issue: 'too_large', message: `larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB` });
      return readUpTo(fd, size);
    });
  },
  head: (path, count) => withFile(path, (fd, size) => readUpTo(fd, Math.min(size, count))),
  fill,
  open: openFile,
  list(path) {
    const entries = attempt(path, () => readdirSync(path, { withFileTypes: true }));
    const broken = entries.some((entry) => entry.name.includes('\uFFFD'));
    const named = broken ? listBytes(path) : entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
    return named.sort((a, b) => (a.name < b.name ? -1 : 1));
  },
  realPath(path) {
    try {
      return realpathSync(path);
    } catch {
      return undefined;
    }
  },
};

/** Undefined when there is no such file, also when its folder is no folder. */
function statsOf(path: FsPath, follow: boolean): Stats | undefined {
  try {
    return (follow ? statSync : lstatSync)(path, { throwIfNoEntry: false });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR') return undefined;
    throw cause;
  }
}

function listBytes(path: FsPath): DirEntry[] {
  const entries = attempt(path, () => readdirSync(path, { withFileTypes: true, encoding: 'buffer' }));
  return entries.map((entry) => {
    const text = entry.name.toString();
    const kind = kindOf(entry);
    return text.includes('\uFFFD') ? { name: visible(entry.name), raw: entry.name, kind } : { name: text, kind };
  });
}

function visible(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[^\x20-\x7e]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function kindOf(entry: Stats | Dirent<string> | Dirent<Buffer>): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function withFile<T>(path: FsPath, use: (fd: number, size: number) => T): T {
  const fd = attempt(path, () => openSync(path, 'r'));
  try {
    return use(fd, regularSize(path, fd));
  } finally {
    closeSync(fd);
  }
}

/** Asks for no size: that takes longer than to read a small file. */
function fill(path: FsPath, buffer: Buffer): number {
  const fd = attempt(path, () => openSync(path, constants.O_RDONLY | NO_WAIT));
  try {
    return attempt(path, () => filled(fd, buffer));
  } finally {
    closeSync(fd);
  }
}

/** Bytes read until the buffer is full or the file ends. */
function filled(fd: number, buffer: Buffer, from: number | null = null): number {
  let length = 0;
  while (length < buffer.length) {
    const got = readSync(fd, buffer, length, buffer.length - length, from === null ? null : from + length);
    if (got === 0) break;
    length += got;
  }
  return length;
}

function openFile(path: FsPath): OpenFile {
  const fd = attempt(path, () => openSync(path, 'r'));
  try {
    const size = regularSize(path, fd);
    return {
      size,
      read: (offset, length) => attempt(path, () => readUpTo(fd, Math.max(0, Math.min(length, size - offset)), offset)),
      state: () => stateOf(fstatSync(fd, { bigint: true })),
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** A pipe in the place of a file must not hold up a scan. Windows has no such flag. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** Coarser than the times of any file system. */
const TICK_MS = 2000n;

/** The time of the inode's change cannot be set, so that a file with another content has another one. */
function stateOf({ dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs }: BigIntStats): string | undefined {
  const last = mtimeMs > ctimeMs ? mtimeMs : ctimeMs;
  const isSettled = ino !== 0n && ctimeNs > 0n && last + TICK_MS < BigInt(Date.now());
  return isSettled ? [dev, ino, size, mtimeNs, ctimeNs].join(':') : undefined;
}

/** Bytes of a regular file; a pipe or a device, which may never end, is refused. */
function regularSize(path: FsPath, fd: number): number {
  const stats = fstatSync(fd);
  if (!stats.isFile()) throw new InputError({ where: show(path), issue: 'unreadable', message: 'not a regular file' });
  return stats.size;
}

function readUpTo(fd: number, size: number, from: number | null = null): Buffer {
  const buffer = Buffer.allocUnsafe(size);
  return buffer.subarray(0, filled(fd, buffer, from));
}

function attempt<T>(path: FsPath, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw new InputError({ where: show(path), issue: 'unreadable', message: reasonOf(cause), cause });
  }
}

function reasonOf(cause: unknown): string {
  return diskReason(cause) ?? `cannot be opened (${codeOf(cause) || 'unknown error'})`;
}

function show(path: FsPath): string {
  return typeof path === 'string' ? path : visible(path);
}
