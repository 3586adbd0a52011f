import { type ByteCursor, Malformed } from '../reading/byte-cursor.js';
import { address, globalHeapObject, type Hdf5File, heapText, length, signedBlock } from './layout.js';

/**
 * The target of a link: another object of this file, or an outside file. Soft links stay inside and lead to objects
 * that are read anyway.
 */
export type Link = { to: 'object'; at: number } | { to: 'file'; file: string } | { to: 'inside' };

/** An attribute: its name, the class of its type (3 text, 5 opaque, 9 of variable length), its bytes. */
export interface Attribute {
  readonly name: string;
  readonly type: number;
  readonly value: Buffer;
}

const EXTERNAL = 64;

/** Link message (section IV.A.2.g). */
export function readLink(file: Hdf5File, cursor: ByteCursor): Link {
  cursor.skip(1);
  const flags = cursor.u8();
  const type = flags & 8 ? cursor.u8() : 0;
  cursor.skip((flags & 4 ? 8 : 0) + (flags & 16 ? 1 : 0));
  const width = flags & 3;
  const nameLength = width === 0 ? cursor.u8() : width === 1 ? cursor.u16() : width === 2 ? cursor.u32() : cursor.size64('link name');
  cursor.skip(nameLength);
  if (type === 0) {
    const at = address(file, cursor);
    return at === undefined ? { to: 'inside' } : { to: 'object', at };
  }
  if (type !== EXTERNAL) return { to: 'inside' };
  const value = cursor.bytes(cursor.u16()).subarray(1);
  return { to: 'file', file: untilNul(value) };
}

/** Attribute message, versions 1 to 3 (section IV.A.2.m). */
export function readAttribute(file: Hdf5File, cursor: ByteCursor): Attribute {
  const version = cursor.u8();
  if (version < 1 || version > 3) throw new Malformed(`attribute version ${version}`);
  cursor.skip(1);
  const [nameSize, typeSize, spaceSize] = [cursor.u16(), cursor.u16(), cursor.u16()];
  if (version === 3) cursor.skip(1);
  const padded = (size: number) => (version === 1 ? Math.ceil(size / 8) * 8 : size);
  const name = untilNul(cursor.bytes(padded(nameSize)));
  const type = (cursor.bytes(padded(typeSize))[0] ?? 0) & 0x0f;
  cursor.skip(padded(spaceSize));
  const raw = cursor.bytes(cursor.left);
  return { name, type, value: type === 9 ? variable(file, raw) : raw };
}

/** Joins the elements of a variable-length value, which are in a global heap: length, collection and index for each. */
function variable(file: Hdf5File, raw: Buffer): Buffer {
  const step = 8 + file.offsetSize;
  const parts: Buffer[] = [];
  for (let at = 0; at + step <= raw.length && parts.length < 1000; at += step) {
    const size = raw.readUInt32LE(at);
    const collection = file.offsetSize === 8 ? Number(raw.readBigUInt64LE(at + 4)) : raw.readUInt32LE(at + 4);
    if (size > 0 && collection < file.source.size)
      parts.push(globalHeapObject(file, collection, raw.readUInt32LE(at + step - 4)).subarray(0, size));
  }
  return Buffer.concat(parts);
}

/** Names of outside files with a dataset's raw data (External Data Files message, section IV.A.2.h). */
export function externalFiles(file: Hdf5File, cursor: ByteCursor): string[] {
  cursor.skip(6);
  const used = cursor.u16();
  const heap = address(file, cursor);
  const names: string[] = [];
  for (let slot = 0; slot < used && heap !== undefined; slot++) {
    names.push(heapText(file, heap, length(file, cursor)));
    cursor.skip(2 * file.lengthSize);
  }
  return names;
}

/** Source file of a virtual dataset's first mapping; undefined for other layouts and for `.`, the file itself. */
export function virtualSource(file: Hdf5File, cursor: ByteCursor): string | undefined {
  const [version, layout] = [cursor.u8(), cursor.u8()];
  if (version < 4 || layout !== 3) return undefined;
  const heap = address(file, cursor);
  if (heap === undefined) return undefined;
  const block = globalHeapObject(file, heap, cursor.u32());
  const name = untilNul(block.subarray(1 + file.lengthSize));
  return name === '.' || name === '' ? undefined : name;
}

/** Children of an old-style group: a B-tree of symbol-table nodes (sections III.A.1 and III.B). */
export function* symbolTable(file: Hdf5File, cursor: ByteCursor): Generator<number> {
  const root = address(file, cursor);
  const waiting = root === undefined ? [] : [root];
  const seen = new Set<number>();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    if (file.source.read(at, 4).toString('latin1') === 'SNOD') yield* symbols(file, at);
    else waiting.push(...treeChildren(file, at));
  }
}

function treeChildren(file: Hdf5File, at: number): number[] {
  const cursor = signedBlock(file, at, 'TREE');
  cursor.skip(2);
  const used = cursor.u16();
  cursor.skip(2 * file.offsetSize);
  const children: number[] = [];
  for (let index = 0; index < used; index++) {
    cursor.skip(file.lengthSize);
    const child = address(file, cursor);
    if (child !== undefined) children.push(child);
  }
  return children;
}

function* symbols(file: Hdf5File, at: number): Generator<number> {
  const cursor = signedBlock(file, at, 'SNOD');
  cursor.skip(2);
  const count = cursor.u16();
  for (let index = 0; index < count; index++) {
    cursor.skip(file.offsetSize);
    const object = address(file, cursor);
    const cache = cursor.u32();
    cursor.skip(20);
    if (object !== undefined && cache !== 2) yield object;
  }
}

function untilNul(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}
