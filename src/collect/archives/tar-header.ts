import { InputError } from '../../support/errors.js';
import { nameOfBytes } from './names.js';

export const BLOCK = 512;

/** A header block of a tar archive, in any dialect, as it stands. */
export interface TarHeader {
  /** See names.ts for bytes that are no UTF-8. */
  name: string;
  link: string;
  /** The type flag; `\0` is the oldest way to write `0`. */
  type: string;
  /** Bytes that follow in the archive. */
  size: number;
  mode: number;
  isGnu: boolean;
  /** The block itself, for the dialects that keep more in it. Valid until the next block is read. */
  block: Buffer;
}

/** What is wrong with an archive; the reader stops there. */
export function brokenTar(message: string, issue: 'archive' | 'too_large' | 'too_many' = 'archive'): InputError {
  return new InputError({ message, issue });
}

/** Reads one header block. Throws InputError for a wrong checksum and for a size that cannot be. */
export function readTarHeader(block: Buffer, isFirst: boolean): TarHeader {
  if (!hasChecksum(block)) throw brokenTar(isFirst ? 'it is no tar archive' : 'a header is broken: its checksum is wrong');
  const magic = block.toString('latin1', 257, 265);
  const isGnu = magic === 'ustar  \0';
  const prefix = magic.startsWith('ustar\0') ? field(block, 345, isStar(block) ? 131 : 155) : EMPTY;
  const short = field(block, 0, 100);
  return {
    name: nameOfBytes(prefix.length === 0 ? short : Buffer.concat([prefix, SLASH, short])),
    link: nameOfBytes(field(block, 157, 100)),
    type: String.fromCharCode(block[156] ?? 0),
    size: sizeOf(block, 124, 12),
    mode: Math.max(0, numberOf(block, 100, 8) ?? 0) & 0o7777,
    isGnu,
    block,
  };
}

const EMPTY = Buffer.alloc(0);
const SLASH = Buffer.from('/');

/** Schilling's tar keeps times behind a shorter prefix. */
function isStar(block: Buffer): boolean {
  return block.toString('latin1', 508, 512) === 'tar\0';
}

/** The bytes of a field up to its first NUL. */
function field(block: Buffer, at: number, length: number): Buffer {
  const most = at + length;
  let end = at;
  while (end < most && block[end] !== 0) end++;
  return end === at ? EMPTY : block.subarray(at, end);
}

/** A number of bytes: never negative, never more than can be counted. */
export function sizeOf(block: Buffer, at: number, length: number): number {
  const size = numberOf(block, at, length);
  if (size === undefined || size < 0) throw brokenTar('a header is broken: it states an impossible size');
  return size;
}

/** A number in octal, or in base 256 where the first bit is set. Undefined: it is no number, or too large to count with. */
function numberOf(block: Buffer, at: number, length: number): number | undefined {
  const first = block[at] ?? 0;
  if ((first & 0x80) !== 0) return base256(block, at, length);
  const end = at + length;
  let next = at;
  while (next < end && isBlank(block[next])) next++;
  let value = 0;
  for (; next < end; next++) {
    const digit = (block[next] as number) - ZERO;
    if (digit < 0 || digit > 7) break;
    value = value * 8 + digit;
  }
  while (next < end && isBlank(block[next])) next++;
  return next === end || block[next] === 0 ? value : undefined;
}

const ZERO = 0x30;

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}

function base256(block: Buffer, at: number, length: number): number | undefined {
  const isNegative = ((block[at] ?? 0) & 0x40) !== 0;
  if (isNegative) return -1;
  let value = (block[at] ?? 0) & 0x3f;
  for (let index = at + 1; index < at + length; index++) {
    value = value * 256 + (block[index] ?? 0);
    if (value > Number.MAX_SAFE_INTEGER) return undefined;
  }
  return value;
}

/** The sum of all bytes with the checksum's own taken as blanks; some writers summed signed bytes. */
function hasChecksum(block: Buffer): boolean {
  const stated = numberOf(block, 148, 8);
  let unsigned = 8 * 32;
  let high = 0;
  for (let at = 0; at < BLOCK; at++) {
    if (at === 148) at = 156;
    const byte = block[at] as number;
    unsigned += byte;
    if (byte > 127) high++;
  }
  return stated === unsigned || stated === unsigned - high * 256;
}
