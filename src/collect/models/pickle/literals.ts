import type { Cursor } from './cursor.js';
import { rawUnicodeEscape, stringEscape } from './escapes.js';

/** Limit for text that is decoded: names and codecs are shorter, anything longer is data. */
const MAX_TEXT = 4096;

/** Position of the content of a text or bytes literal. `coding` says how its bytes become characters. */
export interface LiteralExtent {
  start: number;
  length: number;
  coding: 'bytes' | 'utf8' | 'latin1' | 'escaped' | 'raw-escaped';
}

type Lengths = readonly [header: number, read: (head: Buffer) => number, coding: LiteralExtent['coding']];

const u8 = (head: Buffer) => head.readUInt8(1);
const u32 = (head: Buffer) => head.readUInt32LE(1);
const u64 = (head: Buffer) => head.readUInt32LE(1) + head.readUInt32LE(5) * 2 ** 32;

/** Counted literals by opcode: bytes of opcode and length, the length, and the coding (pickletools.py, `opcodes`). */
const COUNTED: Readonly<Record<string, Lengths>> = {
  X: [5, u32, 'utf8'],
  '\x8c': [2, u8, 'utf8'],
  '\x8d': [9, u64, 'utf8'],
  T: [5, u32, 'latin1'],
  U: [2, u8, 'latin1'],
  B: [5, u32, 'bytes'],
  C: [2, u8, 'bytes'],
  '\x8e': [9, u64, 'bytes'],
  '\x96': [9, u64, 'bytes'],
};

/** The extent of a text or bytes literal whose opcode is at `offset`; undefined for numbers. */
export function spanAt(cursor: Cursor, offset: number): LiteralExtent | undefined {
  const head = cursor.peek(offset, 9);
  const opcode = String.fromCharCode(head[0] ?? 0);
  const counted = COUNTED[opcode];
  if (counted !== undefined) {
    const [header, read, coding] = counted;
    return head.length < header ? undefined : { start: offset + header, length: read(head), coding };
  }
  if (opcode !== 'S' && opcode !== 'V') return undefined;
  const line = lineAt(cursor, offset + 1);
  return { start: offset + 1, length: line.length, coding: opcode === 'S' ? 'escaped' : 'raw-escaped' };
}

/** Text of a literal as the loader reads it, cut at 4 KiB; undefined when the literal is not a text. */
export function textAt(cursor: Cursor, offset: number): string | undefined {
  const span = spanAt(cursor, offset);
  if (span === undefined || span.coding === 'bytes') return undefined;
  const bytes = cursor.peek(span.start, Math.min(span.length, MAX_TEXT));
  return decode(bytes, span.coding);
}

/** Bytes to text: 8-bit strings as Latin-1 (`encoding='latin1'`), escapes as CPython's `loads` resolves them. */
export function decode(bytes: Buffer, coding: LiteralExtent['coding']): string {
  if (coding === 'utf8') return bytes.toString('utf8');
  const text = bytes.toString('latin1');
  if (coding === 'escaped') return stringEscape(text);
  return coding === 'raw-escaped' ? rawUnicodeEscape(text) : text;
}

const TEXT_NUMBER = /^\s*([+-]?)(0[xX][0-9a-fA-F_]+|0[oO]?[0-7_]*|0[bB][01_]+|[1-9][0-9_]*)\s*L?\s*$/;

/** Value of a number's literal as a double; undefined when it cannot be read or is not a number. */
export function numberAt(cursor: Cursor, offset: number): number | undefined {
  const head = cursor.peek(offset, 9);
  switch (String.fromCharCode(head[0] ?? 0)) {
    case 'K':
      return head[1];
    case 'M':
      return head.length < 3 ? undefined : head.readUInt16LE(1);
    case 'J':
      return head.length < 5 ? undefined : head.readInt32LE(1);
    case '\x8a':
      return longOf(cursor.peek(offset + 2, head[1] ?? 0));
    case '\x8b':
      return head.length < 5 ? undefined : longOf(cursor.peek(offset + 5, Math.min(64, head.readUInt32LE(1))));
    case 'I':
    case 'L':
      return parseNumber(lineAt(cursor, offset + 1).toString('latin1'));
    default:
      return undefined;
  }
}

/**
 * A number as C `strtol` with base 0 or Python's `int(s, 0)` reads it: blanks, sign, `0x`, octal by a leading zero,
 * trailing `L`.
 */
export function parseNumber(text: string): number | undefined {
  const found = TEXT_NUMBER.exec(text);
  if (found === null) return undefined;
  const [, sign, digits = ''] = found;
  const plain = digits.replaceAll('_', '').toLowerCase();
  const octal = /^0[0-7]+$/.test(plain);
  const value = octal ? Number.parseInt(plain, 8) : Number(plain);
  return Number.isNaN(value) ? undefined : sign === '-' ? -value : value;
}

/** Little-endian two's complement as a double. */
function longOf(bytes: Buffer): number {
  let value = 0;
  for (const [place, byte] of bytes.entries()) value += byte * 2 ** (8 * place);
  return (bytes.at(-1) ?? 0) > 127 ? value - 2 ** (8 * bytes.length) : value;
}

function lineAt(cursor: Cursor, offset: number): Buffer {
  const bytes = cursor.peek(offset, Math.min(MAX_TEXT, cursor.source.size - offset));
  const end = bytes.indexOf(10);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
