import { type ByteCursor, Malformed } from './reading/byte-cursor.js';

/** The common interface of R's three serialisation forms. */
export interface RInput {
  int(): number;
  /** A length, checked against the bytes left for elements of at least `bytes` bytes. */
  count(bytes: number): number;
  /** Skips elements of a vector. */
  skip(count: number, bytes: number): void;
  /** Skips a length and a text. */
  text(): void;
  /** Byte offset, for evidence. */
  at(): number;
}

/** Forms `X` (big-endian) and `B` (native byte order). */
export function binaryInput(cursor: ByteCursor): RInput {
  const count = (bytes: number): number => {
    const short = cursor.i32();
    const length = short === -1 ? cursor.u32() * 2 ** 32 + cursor.u32() : short;
    if (length < 0 || length * bytes > cursor.left) throw new Malformed(`length ${length} is beyond the file`);
    return length;
  };
  return {
    int: () => cursor.i32(),
    count,
    skip: (length, bytes) => cursor.skip(length * bytes),
    text: () => {
      const length = cursor.i32();
      if (length !== -1) cursor.skip(length);
    },
    at: () => cursor.at,
  };
}

/** Form `A`: each value on a line of its own, texts with escapes. */
export function asciiInput(cursor: ByteCursor): RInput {
  const line = (): string => {
    let text = '';
    for (let byte = cursor.u8(); byte !== 10; byte = cursor.u8()) {
      text += String.fromCharCode(byte);
      if (text.length > 65_536) throw new Malformed('line too long');
    }
    return text;
  };
  const int = (): number => {
    const text = line();
    if (text === 'NA') return -1;
    if (!/^-?\d{1,10}$/.test(text)) throw new Malformed('number expected');
    return Number(text);
  };
  const count = (): number => {
    const length = int();
    if (length < 0 || length > cursor.left) throw new Malformed(`length ${length} is beyond the file`);
    return length;
  };
  return {
    int,
    count,
    /** A complex number takes two lines. */
    skip: (length, bytes) => {
      for (let index = 0; index < (bytes === 16 ? 2 * length : length); index++) line();
    },
    text: () => {
      if (int() !== -1) line();
    },
    at: () => cursor.at,
  };
}
