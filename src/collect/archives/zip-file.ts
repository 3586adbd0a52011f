import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { InputError } from '../../support/errors.js';
import { inflateRaw } from '../../support/inflate.js';
import { localAt, readDirectory, type ZipHeader } from '../models/archive/zip-records.js';
import { type ByteSource, readChunks, sliceSource } from '../models/contract/source.js';

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const SLACK = 64 * 1024;
/** Entries of a directory; a fat jar has some ten thousand classes. */
const MAX_ENTRIES = 1_000_000;

/** A zip archive, read by its directory as Java and Python read theirs. */
export interface ZipFile {
  entries: readonly ZipHeader[];
  /** The bytes of an entry. Throws InputError where it is damaged or inflates to more than `most` bytes. */
  bytesOf(entry: ZipHeader, most: number): Uint8Array;
  /** The bytes of an entry that is stored as it is, where they lie; undefined for a compressed one. Throws InputError where it is damaged. */
  storedAt(entry: ZipHeader): ByteSource | undefined;
  /** Like `bytesOf`, in pieces, so that a large entry is never in memory as a whole. */
  streamOf(entry: ZipHeader, most: number): AsyncGenerator<Uint8Array>;
}

/** Throws InputError `archive` where there is no directory, or only part of one. */
export function openZip(source: ByteSource, where: string): ZipFile {
  const fail = (message: string) => new InputError({ where, issue: 'archive', message });
  let count = 0;
  const directory = readDirectory(source, () => {
    if (++count > MAX_ENTRIES) throw new InputError({ where, issue: 'too_many', message: `archive of more than ${MAX_ENTRIES} entries` });
  });
  if (directory.broken) throw fail('the archive has no directory, or is cut off');
  const packedAt = (entry: ZipHeader): ByteSource => {
    const local = localAt(source, entry.offset);
    if (!local || (entry.flags & ENCRYPTED) !== 0) throw fail(`the entry ${shown(entry)} ${local ? 'is encrypted' : 'is not there'}`);
    const packed = sliceSource(source, entry.offset + local.length, entry.packed);
    if (packed.size < entry.packed) throw fail(`the entry ${shown(entry)} is cut off`);
    if (entry.method !== STORED && entry.method !== DEFLATED)
      throw fail(`the entry ${shown(entry)} is compressed in another way than zip's usual one`);
    return packed;
  };
  return {
    entries: directory.entries,
    bytesOf(entry, most) {
      const packed = packedAt(entry);
      // What does not get smaller is a little larger than before.
      if (entry.plain > most || packed.size > most + SLACK) throw tooLarge(where, entry, most);
      const bytes = packed.read(0, packed.size);
      return entry.method === STORED ? bytes : inflated(bytes, entry, most, where);
    },
    storedAt(entry) {
      const packed = packedAt(entry);
      return entry.method === STORED ? packed : undefined;
    },
    streamOf: (entry, most) => streamed(packedAt(entry), entry, most, where),
  };
}

async function* streamed(packed: ByteSource, entry: ZipHeader, most: number, where: string): AsyncGenerator<Uint8Array> {
  if (entry.plain > most) throw tooLarge(where, entry, most);
  const inflate = createInflateRaw();
  const chunks = Readable.from(readChunks(packed), { objectMode: false });
  let size = 0;
  try {
    for await (const chunk of entry.method === STORED ? chunks : chunks.pipe(inflate)) {
      size += chunk.length;
      if (size > most) throw tooLarge(where, entry, most);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError({ where, issue: 'archive', message: `the entry ${shown(entry)} is damaged`, cause });
  } finally {
    inflate.destroy();
    chunks.destroy();
  }
}

function inflated(packed: Uint8Array, entry: ZipHeader, most: number, where: string): Uint8Array {
  try {
    return inflateRaw(packed, most);
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(where, entry, most);
    throw new InputError({ where, issue: 'archive', message: `the entry ${shown(entry)} is damaged`, cause });
  }
}

function tooLarge(where: string, entry: ZipHeader, most: number): InputError {
  return new InputError({ where, issue: 'too_large', message: `the entry ${shown(entry)} inflates to more than ${most} bytes` });
}

function shown({ name }: ZipHeader): string {
  return `"${name.slice(0, 80)}"`;
}
