import { type Cursor, StreamFault } from './cursor.js';
import type { RawArray } from './state.js';

const CODE = /^[<>|=]?([a-zA-Z?])(\d*)$/;
/** Characters of Unicode arrays take four bytes each. */
const WIDE = 'U';

/**
 * Skips an array's bytes; returns `object` when a pickle is in their place. Throws StreamFault when the length is
 * unknown.
 */
export function skipArray(cursor: Cursor, array: RawArray): 'passed' | 'object' {
  const size = itemSize(array.dtype);
  if (size === 'object') return 'object';
  const items = array.shape.reduce<number | undefined>(
    (product, length) => (product === undefined || length === undefined ? undefined : product * length),
    1,
  );
  if (size === undefined || items === undefined) throw new StreamFault('a raw array of unknown length lies in the stream');
  if (array.aligned) cursor.skip(cursor.u8());
  cursor.skip(items * size);
  return 'passed';
}

/** Bytes of one item by the type string of `numpy.dtype`: `f8`, `<i4`, `U10`, `O8`. */
export function itemSize(dtype: string | undefined): number | 'object' | undefined {
  const found = CODE.exec(dtype ?? '');
  if (found === null) return undefined;
  const [, letter, digits = ''] = found;
  if (letter === 'O') return 'object';
  if (digits === '') return undefined;
  return letter === WIDE ? 4 * Number(digits) : Number(digits);
}
