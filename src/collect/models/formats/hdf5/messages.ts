import { ByteCursor, Malformed } from '../reading/byte-cursor.js';
import { address, type Hdf5File, length, signedBlock } from './layout.js';

/** One message of an object header: its type number and the position of its data. */
export interface HeaderMessage {
  readonly type: number;
  readonly start: number;
  readonly end: number;
  /** True when the data is a reference to a message elsewhere. */
  readonly shared: boolean;
}

const CONTINUATION = 0x10;
const MAX_CHUNKS = 10_000;

/** Messages of an object header, version 1 or 2, with its continuation blocks (section IV.A). */
export function* messagesOf(file: Hdf5File, at: number): Generator<HeaderMessage> {
  const version2 = file.source.read(at, 4).toString('latin1') === 'OHDR';
  const first = version2 ? openVersion2(file, at) : openVersion1(file, at);
  const chunks = [first];
  for (let index = 0; index < chunks.length && index < MAX_CHUNKS; index++) {
    const chunk = chunks[index];
    if (chunk === undefined) return;
    for (const message of version2 ? messages2(chunk.cursor, first.ordered) : messages1(chunk.cursor)) {
      if (message.type !== CONTINUATION) yield message;
      else chunks.push(continuation(file, message, { ...first, version2 }));
    }
  }
}

interface Chunk {
  cursor: ByteCursor;
  /** True when messages have a creation order. */
  ordered: boolean;
}

function openVersion1(file: Hdf5File, at: number): Chunk {
  const head = new ByteCursor(file.source, at);
  const version = head.u8();
  if (version !== 1) throw new Malformed(`object header version ${version}`);
  head.skip(7);
  const size = head.u32();
  head.skip(4);
  return { cursor: part(file, head.at, size), ordered: false };
}

function openVersion2(file: Hdf5File, at: number): Chunk {
  const head = signedBlock(file, at, 'OHDR');
  const version = head.u8();
  if (version !== 2) throw new Malformed(`object header version ${version}`);
  const flags = head.u8();
  head.skip((flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0));
  const width = flags & 3;
  const size = width === 0 ? head.u8() : width === 1 ? head.u16() : width === 2 ? head.u32() : head.size64('header');
  return { cursor: part(file, head.at, size), ordered: (flags & 4) !== 0 };
}

function part(file: Hdf5File, start: number, size: number): ByteCursor {
  if (size > file.source.size - start) throw new Malformed('object header is cut off');
  return new ByteCursor(file.source, start, start + size);
}

function continuation(file: Hdf5File, message: HeaderMessage, { ordered, version2 }: { ordered: boolean; version2: boolean }): Chunk {
  const place = new ByteCursor(file.source, message.start, message.end);
  const at = address(file, place);
  const size = length(file, place);
  if (at === undefined) throw new Malformed('continuation without a place');
  if (!version2) return { cursor: part(file, at, size), ordered };
  signedBlock(file, at, 'OCHK');
  return { cursor: part(file, at + 4, Math.max(0, size - 8)), ordered };
}

function* messages1(cursor: ByteCursor): Generator<HeaderMessage> {
  while (cursor.left >= 8) {
    const [type, size, flags] = [cursor.u16(), cursor.u16(), cursor.u8()];
    cursor.skip(3);
    yield take(cursor, { type, size, flags });
  }
}

function* messages2(cursor: ByteCursor, ordered: boolean): Generator<HeaderMessage> {
  while (cursor.left >= (ordered ? 6 : 4)) {
    const [type, size, flags] = [cursor.u8(), cursor.u16(), cursor.u8()];
    if (ordered) cursor.skip(2);
    yield take(cursor, { type, size, flags });
  }
}

function take(cursor: ByteCursor, { type, size, flags }: { type: number; size: number; flags: number }): HeaderMessage {
  const start = cursor.at;
  cursor.skip(size);
  return { type, start, end: cursor.at, shared: (flags & 2) !== 0 };
}
