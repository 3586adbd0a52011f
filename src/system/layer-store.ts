import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from './make-folder.js';
import { moduleFile } from './program-file.js';
import type { ScratchFile } from './scratch-file.js';

/** Bytes that were kept under a name. */
export interface KeptBytes {
  readonly size: number;
  /** Exactly `length` bytes. Throws where there are fewer. */
  read(offset: number, length: number): Buffer;
  close(): void;
}

/** Keeps what layers of images told, by name. Everything in it can be had anew, so that no fault of it is an error. */
export interface LayerStore {
  /** Key of the hashes in what is kept. */
  readonly key: Buffer;
  /** Undefined: nothing is kept under the name, or it is damaged. */
  open(name: string): KeptBytes | undefined;
  /** True where something is kept under the name, which is then used; whether it is damaged shows when it is opened. */
  has(name: string): boolean;
  /** Keeps bytes under a name where there is room. */
  write(name: string, size: number, pieces: Iterable<Uint8Array>): void;
  close(): void;
}

const PIECE = 256 * 1024;
const CHECKSUM = 32;
const KEY = 32;
/** What is kept of layers is few files; those that say which files were checked are small and many. */
const MAX_FILES = 20_000;
const SUFFIX = '.layer';
const PART = '.part';
/** Time after which a file that nobody finished is nobody's. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * A store in a folder for this user only: one file for each name, with a checksum at its end. Above `most` bytes, what was not used
 * longest is removed. What another version of the program kept is not found. Undefined where the folder cannot be used.
 */
export function folderStore(folder: string, version: string, most: number): LayerStore | undefined {
  try {
    makePrivateFolder(folder);
    const key = keyIn(folder);
    const edition = `${version}\n${statSync(moduleFile()).mtimeMs}`;
    const pathOf = (name: string) => join(folder, createHash('sha256').update(`${edition}\n${name}`).digest('hex') + SUFFIX);
    return {
      key,
      open: (name) => attempt(() => openChecked(pathOf(name))),
      has: (name) => attempt(() => touch(pathOf(name))) ?? false,
      write(name, size, pieces) {
        if (size > most / 2) return;
        const part = join(folder, `${process.pid}-${randomBytes(6).toString('hex')}${PART}`);
        attempt(() => {
          writeChecked(part, pieces);
          renameSync(part, pathOf(name));
        });
        attempt(() => rmSync(part, { force: true }));
        attempt(() => trim(folder, most));
      },
      close: () => undefined,
    };
  } catch {
    return undefined;
  }
}

/** A store for one scan, in a file without a name. It takes nothing more above `most` bytes. */
export function scratchStore(openScratch: () => ScratchFile, most: number): LayerStore {
  const kept = new Map<string, { at: number; size: number }>();
  let scratch: ScratchFile | undefined;
  return {
    key: randomBytes(KEY),
    open(name) {
      const place = kept.get(name);
      const file = scratch;
      if (!place || !file) return undefined;
      return { size: place.size, read: (offset, length) => file.read(place.at + offset, length), close: () => undefined };
    },
    has: (name) => kept.has(name),
    write(name, size, pieces) {
      scratch ??= openScratch();
      const at = scratch.size;
      if (at + size > most) return;
      for (const piece of pieces) scratch.append(piece);
      kept.set(name, { at, size });
    },
    close: () => scratch?.close(),
  };
}

/** Throws where the folder has no key and gets none. */
function keyIn(folder: string): Buffer {
  const path = join(folder, 'key');
  attempt(() => writeFileSync(path, randomBytes(KEY), { flag: 'wx', mode: 0o600 }));
  const key = readFileSync(path);
  if (key.length === KEY) return key;
  rmSync(path);
  throw new Error('the key is damaged');
}

function openChecked(path: string): KeptBytes | undefined {
  const fd = openSync(path, 'r');
  const size = fstatSync(fd).size - CHECKSUM;
  const file = {
    size,
    read: (offset: number, length: number) => readExactly(fd, offset, length),
    close: () => closeSync(fd),
  };
  try {
    const hash = createHash('sha256');
    for (let at = 0; at < size; at += PIECE) hash.update(file.read(at, Math.min(PIECE, size - at)));
    if (hash.digest().equals(file.read(size, CHECKSUM))) {
      attempt(() => touch(path));
      return file;
    }
  } catch {
    // Shorter than a checksum, or cut while it was read.
  }
  file.close();
  attempt(() => rmSync(path, { force: true }));
  return undefined;
}

/** Notes that a file is used. */
function touch(path: string): true {
  const now = new Date();
  utimesSync(path, now, now);
  return true;
}

function readExactly(fd: number, offset: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const got = readSync(fd, buffer, at, length - at, offset + at);
    if (got === 0) throw new Error('the file is too short');
    at += got;
  }
  return buffer;
}

function writeChecked(path: string, pieces: Iterable<Uint8Array>): void {
  const fd = openSync(path, 'wx', 0o600);
  const hash = createHash('sha256');
  const write = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  };
  try {
    for (const piece of pieces) {
      hash.update(piece);
      write(piece);
    }
    write(hash.digest());
  } finally {
    closeSync(fd);
  }
}

/** Removes what was not used longest until the rest has at most `most` bytes. */
function trim(folder: string, most: number): void {
  const names = readdirSync(folder).filter((name) => name.endsWith(SUFFIX) || name.endsWith(PART));
  const files = names.flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? [{ path, size: found.size, used: found.mtimeMs }] : [];
  });
  const abandoned = Date.now() - ABANDONED_MS;
  let total = files.reduce((sum, { size }) => sum + size, 0);
  let count = files.length;
  for (const { path, size, used } of files.sort((a, b) => a.used - b.used)) {
    const isLeft = path.endsWith(PART) && used < abandoned;
    if (!isLeft && ((total <= most && count <= MAX_FILES) || path.endsWith(PART))) continue;
    rmSync(path, { force: true });
    total -= size;
    count--;
  }
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
