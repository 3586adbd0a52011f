import { type ByteSource, findBytes } from '../contract/source.js';

/** One member as a header states it (APPNOTE 4.3.7 and 4.3.12). Nothing in it is trusted. */
export interface ZipHeader {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  plain: number;
  /** Offset of the local header. */
  offset: number;
  /** Unix mode, if the directory entry has one. */
  mode: number;
  /** Length of the header itself in bytes. */
  length: number;
}

/** The directory, with its offset and the number of bytes before the archive. */
export interface CentralDirectory {
  entries: ZipHeader[];
  start: number;
  shift: number;
  /** True when the end record was not found, or the directory ends early. */
  broken: boolean;
}

const LOCAL = Buffer.from('PK\x03\x04', 'latin1');
const END = Buffer.from('PK\x05\x06', 'latin1');
const CENTRAL_LENGTH = 46;
const LOCAL_LENGTH = 30;
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;
const BIG = 0xffffffff;
const MAX_RECORD = 256 * 1024;

/** True when the bytes begin or end like a zip archive. */
export function isZip(head: Buffer, source: ByteSource): boolean {
  return head.subarray(0, 4).equals(LOCAL) || endOffset(source) >= 0;
}

/**
 * True when the end record is the last thing in the file, as it is when the whole file is meant to be a zip archive.
 */
export function endsAsZip(source: ByteSource): boolean {
  const end = endOffset(source);
  return end >= 0 && end + END_LENGTH + source.read(end, END_LENGTH).readUInt16LE(END_LENGTH - 2) === source.size;
}

/** The first local header at or after `from`; -1 when there is none. */
export function findLocal(source: ByteSource, from: number, to: number): number {
  return findBytes(source, LOCAL, from, to);
}

/** The local header at an offset; undefined when there is none. */
export function localAt(source: ByteSource, offset: number): ZipHeader | undefined {
  const head = source.read(offset, LOCAL_LENGTH);
  if (head.length < LOCAL_LENGTH || !head.subarray(0, 4).equals(LOCAL)) return undefined;
  const nameLength = head.readUInt16LE(26);
  const rest = source.read(offset + LOCAL_LENGTH, nameLength + head.readUInt16LE(28));
  return {
    name: rest.subarray(0, nameLength).toString('utf8'),
    flags: head.readUInt16LE(6),
    method: head.readUInt16LE(8),
    crc: head.readUInt32LE(14),
    mode: 0,
    length: LOCAL_LENGTH + nameLength + head.readUInt16LE(28),
    ...bigSizes({ packed: head.readUInt32LE(18), plain: head.readUInt32LE(22), offset: 0 }, rest.subarray(nameLength)),
    offset,
  };
}

/** Entries of the directory; `spend` is called before each one is kept. */
export function readDirectory(source: ByteSource, spend: () => void): CentralDirectory {
  const end = endOffset(source);
  if (end < 0) return { entries: [], start: source.size, shift: 0, broken: true };
  const record = source.read(end, END_LENGTH);
  const big = bigDirectory(source, end);
  const size = big?.size ?? record.readUInt32LE(12);
  const stated = big?.offset ?? record.readUInt32LE(16);
  const start = centralStart(source, { end: big?.end ?? end, size, stated });
  const directory: CentralDirectory = { entries: [], start, shift: start - stated, broken: false };
  let at = start;
  for (
    let entry = centralAt(source, at, directory.shift);
    entry !== undefined && at < end;
    entry = centralAt(source, at, directory.shift)
  ) {
    spend();
    directory.entries.push(entry);
    at += entry.length;
  }
  directory.broken = directory.entries.length !== (big?.count ?? record.readUInt16LE(10));
  return directory;
}

/** Offset of the directory: its size before the end record if a header is there, else the stated offset. */
function centralStart(source: ByteSource, { end, size, stated }: { end: number; size: number; stated: number }): number {
  const before = end - size;
  return before >= 0 && source.read(before, 4).toString('latin1') === 'PK\x01\x02' ? before : stated;
}

function centralAt(source: ByteSource, at: number, shift: number): ZipHeader | undefined {
  const head = source.read(at, CENTRAL_LENGTH);
  if (head.length < CENTRAL_LENGTH || head.toString('latin1', 0, 4) !== 'PK\x01\x02') return undefined;
  const nameLength = head.readUInt16LE(28);
  const extraLength = head.readUInt16LE(30);
  const rest = source.read(at + CENTRAL_LENGTH, Math.min(MAX_RECORD, nameLength + extraLength));
  const stated = { packed: head.readUInt32LE(20), plain: head.readUInt32LE(24), offset: head.readUInt32LE(42) };
  const sizes = bigSizes(stated, rest.subarray(nameLength));
  return {
    name: rest.subarray(0, nameLength).toString('utf8'),
    flags: head.readUInt16LE(8),
    method: head.readUInt16LE(10),
    crc: head.readUInt32LE(16),
    mode: head.readUInt32LE(38) >>> 16,
    length: CENTRAL_LENGTH + nameLength + extraLength + head.readUInt16LE(32),
    ...sizes,
    offset: sizes.offset + shift,
  };
}

interface Sizes {
  packed: number;
  plain: number;
  offset: number;
}

/** Sizes from the zip64 extra field, in the order of those whose bits are all ones (APPNOTE 4.5.3). */
function bigSizes(stated: Sizes, extra: Buffer): Sizes {
  let field: Buffer | undefined;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  }
  const next = (value: number): number => {
    if (value !== BIG || field === undefined || field.length < 8) return value;
    const wide = Number(field.readBigUInt64LE(0));
    field = field.subarray(8);
    return wide;
  };
  const plain = next(stated.plain);
  const packed = next(stated.packed);
  return { packed, plain, offset: next(stated.offset) };
}

function bigDirectory(source: ByteSource, end: number): { size: number; offset: number; count: number; end: number } | undefined {
  const locator = source.read(end - 20, 20);
  if (end < 20 || locator.toString('latin1', 0, 4) !== 'PK\x06\x07') return undefined;
  for (const at of [Number(locator.readBigUInt64LE(8)), end - 76]) {
    const record = at < 0 || at > source.size ? Buffer.alloc(0) : source.read(at, 56);
    if (record.length === 56 && record.toString('latin1', 0, 4) === 'PK\x06\x06')
      return {
        count: Number(record.readBigUInt64LE(32)),
        size: Number(record.readBigUInt64LE(40)),
        offset: Number(record.readBigUInt64LE(48)),
        end: at,
      };
  }
  return undefined;
}

/** Offset of the last end record in the last 64 KiB; -1 when there is none. */
function endOffset(source: ByteSource): number {
  const from = Math.max(0, source.size - END_LENGTH - MAX_COMMENT);
  const tail = source.read(from, source.size - from);
  const found = tail.lastIndexOf(END);
  return found < 0 || found + END_LENGTH > tail.length ? -1 : from + found;
}
