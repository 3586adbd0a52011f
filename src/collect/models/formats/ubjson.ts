import type { FormatScanner, ScanInput } from '../contract/format.js';
import { ByteCursor, Malformed } from './reading/byte-cursor.js';
import { guarded, lastPart } from './reading/guard.js';

const MAX_DEPTH = 200;
/** Sizes of the numbers by their marker (UBJSON draft 12). */
const NUMBERS: Readonly<Record<string, number>> = { i: 1, U: 1, I: 2, l: 4, L: 8, d: 4, D: 8, C: 1, Z: 0, N: 0, T: 0, F: 0 };

/**
 * XGBoost's default form: JSON's values in binary. It holds only plain data, so only lengths and depth can be wrong.
 */
export const ubjsonScanner: FormatScanner = guarded({
  id: 'ubjson',
  sniff: (head, name) => /^\{[iUIlL]\0/.test(head.subarray(0, 3).toString('latin1')) || (/\.ubj$/.test(lastPart(name)) && head[0] === 0x7b),
  scan(input) {
    const cursor = new ByteCursor(input.source, 0, input.source.size, false);
    new UbjsonReader(input, cursor).value(cursor.bytes(1).toString('latin1'), 0);
    if (cursor.left > 0) throw new Malformed(`${cursor.left} bytes after the end`);
  },
});

class UbjsonReader {
  private items = 0;

  constructor(
    private readonly input: ScanInput,
    private readonly cursor: ByteCursor,
  ) {}

  value(marker: string, depth: number): void {
    if (depth > MAX_DEPTH) throw new Malformed(`nesting deeper than ${MAX_DEPTH} levels`);
    if (++this.items % 4096 === 0) this.input.budget.checkTime();
    const bytes = NUMBERS[marker];
    if (bytes !== undefined) this.cursor.skip(bytes);
    else if (marker === 'S' || marker === 'H') this.cursor.skip(this.length());
    else if (marker === '{' || marker === '[') this.container(marker, depth);
    else throw new Malformed(`type marker ${JSON.stringify(marker)}`);
  }

  /** Open containers end with their bracket, counted ones with their last item; typed ones have no markers on items. */
  private container(open: string, depth: number): void {
    let marker = this.marker();
    let type: string | undefined;
    if (marker === '$') {
      type = this.marker();
      marker = this.marker();
      if (marker !== '#') throw new Malformed('typed container without a count');
    }
    if (marker === '#') {
      this.counted(open, type, depth);
      return;
    }
    const close = open === '{' ? '}' : ']';
    for (; marker !== close; marker = this.marker()) {
      if (open === '{') this.cursor.skip(this.lengthOf(marker));
      this.value(open === '{' ? this.marker() : marker, depth + 1);
    }
  }

  private counted(open: string, type: string | undefined, depth: number): void {
    const count = this.length();
    const fixed = type === undefined ? undefined : NUMBERS[type];
    if (open === '[' && fixed !== undefined) {
      this.cursor.skip(count * fixed);
      return;
    }
    if (count > this.cursor.left) throw new Malformed(`count ${count} is beyond the file`);
    for (let index = 0; index < count; index++) {
      if (open === '{') this.cursor.skip(this.length());
      this.value(type ?? this.marker(), depth + 1);
    }
  }

  private marker(): string {
    return this.cursor.bytes(1).toString('latin1');
  }

  private length(): number {
    return this.lengthOf(this.marker());
  }

  /** A length is a number with its own marker. */
  private lengthOf(marker: string): number {
    if (marker === 'L') return this.cursor.size64('length');
    if (marker === 'l') return this.cursor.u32();
    if (marker === 'I') return this.cursor.u16();
    if (marker === 'i' || marker === 'U') return this.cursor.u8();
    throw new Malformed(`length of type ${JSON.stringify(marker)}`);
  }
}
