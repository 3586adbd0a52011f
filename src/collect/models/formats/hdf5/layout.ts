import type { ByteSource } from '../../contract/source.js';
import { ByteCursor, Malformed } from '../reading/byte-cursor.js';

/** Widths of addresses and lengths in one file, and the address of its root group. */
export interface Hdf5File {
  readonly source: ByteSource;
  readonly offsetSize: number;
  readonly lengthSize: number;
  readonly root: number;
  /** Size that the file should have; if the real size is smaller, the file was cut off. */
  readonly endOfFile: number;
}

const SIGNATURE = Buffer.from('\x89HDF\r\n\x1a\n', 'latin1');

/**
 * Offset of the superblock: 0, 512, 1024, … (HDF5 File Format Specification III, section II.A); -1 when the file is not
 * HDF5.
 */
export function superblockAt(read: (offset: number) => Buffer, size: number): number {
  for (let at = 0; at + SIGNATURE.length <= size && at <= 1 << 20; at = at === 0 ? 512 : at * 2) {
    if (read(at).equals(SIGNATURE)) return at;
  }
  return -1;
}

/** Reads a superblock of version 0 to 3. Addresses are relative to the superblock. */
export function openHdf5(source: ByteSource): Hdf5File {
  const cursor = new ByteCursor(source, 8);
  const version = cursor.u8();
  if (version > 3) throw new Malformed(`superblock version ${version}`);
  if (version < 2) cursor.skip(4);
  const [offsetSize, lengthSize] = [cursor.u8(), cursor.u8()];
  if (![4, 8].includes(offsetSize) || ![4, 8].includes(lengthSize))
    throw new Malformed(`addresses of ${offsetSize} and ${lengthSize} bytes`);
  cursor.skip(version < 2 ? 9 : 1);
  if (version === 1) cursor.skip(4);
  const partial = { source, offsetSize, lengthSize, root: 0, endOfFile: 0 };
  address(partial, cursor);
  address(partial, cursor);
  const endOfFile = address(partial, cursor) ?? 0;
  if (version < 2) cursor.skip(2 * offsetSize);
  const root = address(partial, cursor);
  if (root === undefined) throw new Malformed('no root group');
  return { ...partial, root, endOfFile };
}

/** An address; undefined when all bits are set ("undefined address"). */
export function address(file: Hdf5File, cursor: ByteCursor): number | undefined {
  return wide(cursor, file.offsetSize);
}

/** A length; throws for an undefined one. */
export function length(file: Hdf5File, cursor: ByteCursor): number {
  const found = wide(cursor, file.lengthSize);
  if (found === undefined) throw new Malformed('undefined length');
  return found;
}

function wide(cursor: ByteCursor, size: number): number | undefined {
  if (size === 4) {
    const value = cursor.u32();
    return value === 0xffff_ffff ? undefined : value;
  }
  const value = cursor.u64();
  if (value === 0xffff_ffff_ffff_ffffn) return undefined;
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Malformed(`address ${value} is beyond the file`);
  return Number(value);
}

/** A cursor for the block at an address, which must begin with the given four letters. */
export function signedBlock(file: Hdf5File, at: number, letters: string): ByteCursor {
  const cursor = new ByteCursor(file.source, at);
  if (cursor.bytes(4).toString('latin1') !== letters) throw new Malformed(`no ${letters} block at ${at}`);
  return cursor;
}

/** Text of a local heap from an offset to its NUL. */
export function heapText(file: Hdf5File, heap: number, offset: number): string {
  const cursor = signedBlock(file, heap, 'HEAP');
  cursor.skip(4);
  const size = length(file, cursor);
  length(file, cursor);
  const data = address(file, cursor);
  if (data === undefined || offset >= size) throw new Malformed('name outside its heap');
  const bytes = file.source.read(data + offset, Math.min(size - offset, 4096));
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}

/** Bytes of one object of a global heap collection. */
export function globalHeapObject(file: Hdf5File, collection: number, index: number): Buffer {
  const head = signedBlock(file, collection, 'GCOL');
  head.skip(4);
  const size = length(file, head);
  const cursor = new ByteCursor(file.source, head.at, Math.min(file.source.size, collection + size));
  while (cursor.left >= 8 + file.lengthSize) {
    const found = cursor.u16();
    cursor.skip(6);
    const bytes = length(file, cursor);
    if (found === 0) break;
    if (found === index) return cursor.bytes(bytes);
    cursor.skip(Math.min(cursor.left, Math.ceil(bytes / 8) * 8));
  }
  throw new Malformed(`object ${index} is not in its heap`);
}
