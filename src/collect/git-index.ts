import { InputError } from '../support/errors.js';
import { type Files, type FsPath, joinPath } from '../system/files.js';

/** Limit in bytes for an index: some five million files. */
const MAX_INDEX_BYTES = 512 * 1024 * 1024;
const HEADER_BYTES = 12;
/** Times, device, inode, mode, owner and size, which precede an entry's object id. */
const STAT_BYTES = 40;
const EXTENDED = 0x4000;

/** The files under version control in a repository, by paths relative to its folder. */
export class TrackedFiles {
  private readonly paths: ReadonlySet<string>;
  private readonly folders = new Set<string>();

  constructor(paths: readonly string[]) {
    this.paths = new Set(paths);
    for (const path of paths) {
      for (let slash = path.lastIndexOf('/'); slash !== -1; slash = path.lastIndexOf('/', slash - 1)) {
        const folder = path.slice(0, slash);
        if (this.folders.has(folder)) break;
        this.folders.add(folder);
      }
    }
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** True when something below the folder is tracked. */
  holds(folder: string): boolean {
    return this.folders.has(folder);
  }
}

/**
 * The files in the index of a `.git` folder; without an index nothing is tracked. Undefined when it cannot be read, so
 * that no committed file is taken for an ignored one.
 */
export function trackedFiles(files: Files, gitFolder: FsPath): TrackedFiles | undefined {
  try {
    const path = joinPath(gitFolder, { name: 'index', kind: 'file' });
    if (files.info(path) === undefined) return new TrackedFiles([]);
    const bytes = files.read(path, MAX_INDEX_BYTES);
    const paths = readIndex(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return paths && new TrackedFiles(paths);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/**
 * Paths of a git index of version 2 to 4 (gitformat-index), with SHA-1 or SHA-256 object ids; undefined for anything
 * else.
 */
export function readIndex(bytes: Buffer): string[] | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  return readEntries(bytes, version, 20) ?? readEntries(bytes, version, 32);
}

/**
 * Reads the entries. They must be followed by extensions that fill the file up to its checksum, which also tells which
 * size of ids is right.
 */
function readEntries(bytes: Buffer, version: number, idBytes: number): string[] | undefined {
  const count = bytes.readUInt32BE(8);
  const paths: string[] = [];
  let at = HEADER_BYTES;
  let previous = Buffer.alloc(0);
  for (let index = 0; index < count; index++) {
    const flagsAt = at + STAT_BYTES + idBytes;
    if (flagsAt + 2 > bytes.length) return undefined;
    const nameAt = flagsAt + (version > 2 && (bytes.readUInt16BE(flagsAt) & EXTENDED) !== 0 ? 4 : 2);
    const shared = version === 4 ? readOffset(bytes, nameAt) : { value: previous.length, next: nameAt };
    const end = bytes.indexOf(0, shared.next);
    if (end === -1 || shared.value > previous.length) return undefined;
    previous = Buffer.concat([previous.subarray(0, previous.length - shared.value), bytes.subarray(shared.next, end)]);
    paths.push(previous.toString('utf8'));
    // Up to version 3 an entry is padded with one to eight zeros to a multiple of eight bytes.
    at = version === 4 ? end + 1 : at + ((end - at + 8) & ~7);
  }
  return endsWell(bytes, at, idBytes) ? paths : undefined;
}

/**
 * The variable-width number of git's packs: seven bits in each byte, and each further byte adds one (gitformat-pack,
 * "offset encoding").
 */
function readOffset(bytes: Buffer, start: number): { value: number; next: number } {
  let next = start;
  let byte = bytes[next++] ?? 0;
  let value = byte & 0x7f;
  while (byte & 0x80 && next < start + 5) {
    byte = bytes[next++] ?? 0;
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, next };
}

/**
 * True when extensions follow the entries up to the checksum. A split index is refused, because it keeps most of its
 * entries in another file.
 */
function endsWell(bytes: Buffer, start: number, idBytes: number): boolean {
  let at = start;
  while (at + 8 + idBytes <= bytes.length) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === bytes.length - idBytes;
}
