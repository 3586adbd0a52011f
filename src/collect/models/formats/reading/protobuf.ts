import type { ByteSource } from '../../contract/source.js';
import { ByteCursor, Malformed } from './byte-cursor.js';

/** One field of a message on the wire: a varint's value, or the range of its bytes. */
export interface WireField {
  readonly number: number;
  /** 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  readonly wire: number;
  readonly value: bigint;
  readonly start: number;
  readonly end: number;
}

const MAX_FIELD_NUMBER = 536_870_911;

/** A message or a part of one; weights are skipped and never read. */
export interface MessageSlice {
  readonly source: ByteSource;
  readonly start: number;
  readonly end: number;
}

/**
 * Yields the fields of one message (protobuf encoding, "Message Structure"). Throws Malformed when the bytes are not a
 * message.
 */
export function* wireFields(span: MessageSlice): Generator<WireField> {
  const cursor = new ByteCursor(span.source, span.start, span.end);
  while (cursor.left > 0) {
    const tag = Number(varint(cursor));
    const number = Math.floor(tag / 8);
    if (number < 1 || number > MAX_FIELD_NUMBER) throw new Malformed(`protobuf field number ${number}`);
    yield fieldAt(cursor, number, tag % 8);
  }
}

function fieldAt(cursor: ByteCursor, number: number, wire: number): WireField {
  const value = wire === 0 || wire === 2 ? varint(cursor) : 0n;
  const start = cursor.at;
  cursor.skip(lengthOf(wire, value));
  return { number, wire, value, start, end: cursor.at };
}

function lengthOf(wire: number, value: bigint): number {
  if (wire === 0) return 0;
  if (wire === 1) return 8;
  if (wire === 5) return 4;
  if (wire !== 2) throw new Malformed(`protobuf wire type ${wire}`);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Malformed(`protobuf length ${value} is beyond the file`);
  return Number(value);
}

function varint(cursor: ByteCursor): bigint {
  let value = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = cursor.u8();
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return BigInt(value);
  }
  let wide = BigInt(value);
  for (let shift = 28n; shift < 70n; shift += 7n) {
    const byte = cursor.u8();
    wide |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return wide;
  }
  throw new Malformed('protobuf number longer than ten bytes');
}

/** The bytes of a length-delimited field as text, by default at most 64 KiB. */
export function wireText(span: MessageSlice, field: WireField, limit = 65_536): string {
  if (field.wire !== 2) return '';
  return span.source.read(field.start, Math.min(field.end - field.start, limit)).toString('utf8');
}

/** The sub-message in a field. */
export function within(span: MessageSlice, field: WireField): MessageSlice {
  return { source: span.source, start: field.start, end: field.end };
}

/** Texts of all fields with a number; other fields are skipped. */
export function readTexts(span: MessageSlice, number: number): string[] {
  const found: string[] = [];
  for (const field of wireFields(span)) if (field.number === number && field.wire === 2) found.push(wireText(span, field));
  return found;
}
