import { InputError } from '../../support/errors.js';
import { inflateRaw } from '../../support/inflate.js';
import { localAt, readDirectory, type ZipHeader } from '../models/archive/zip-records.js';
import type { ByteSource } from '../models/contract/source.js';

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Entries of a directory; a fat jar has some ten thousand classes. */
const MAX_ENTRIES = 1_000_000;

/** A zip archive, read by its directory as Java and Python read theirs. */
export interface ZipFile {
  entries: readonly ZipHeader[];
  /** The bytes of an entry. Throws InputError where it is damaged or inflates to more than `most` bytes. */
  bytesOf(entry: ZipHeader, most: number): Uint8Array;
}

/** Throws InputError `archive` where there is no directory, or only part of one. */
export function openZip(source: ByteSource, where: string): ZipFile {
  const fail = (message: string) => new InputError({ where, issue: 'archive', message });
  let count = 0;
  const directory = readDirectory(source, () => {
    if (++count > MAX_ENTRIES) throw new InputError({ where, issue: 'too_many', message: `archive of more than ${MAX_ENTRIES} entries` });
  });
  if (directory.broken) throw fail('the archive has no directory, or is cut off');
  return {
    entries: directory.entries,
    bytesOf(entry, most) {
      const local = localAt(source, entry.offset);
      if (!local || (entry.flags & ENCRYPTED) !== 0) throw fail(`the entry ${shown(entry)} ${local ? 'is encrypted' : 'is not there'}`);
      const packed = source.read(entry.offset + local.length, entry.packed);
      if (packed.length < entry.packed) throw fail(`the entry ${shown(entry)} is cut off`);
      if (entry.plain > most || (entry.method === STORED && packed.length > most)) throw tooLarge(where, entry, most);
      if (entry.method === STORED) return packed;
      if (entry.method !== DEFLATED) throw fail(`the entry ${shown(entry)} is compressed in another way than zip's usual one`);
      return inflated(packed, entry, most, where);
    },
  };
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
