const BITS = 12;
const PAGE = 1 << BITS;
const MASK = PAGE - 1;

type Words = Float64Array | Uint32Array | Float32Array | Uint8Array;

/**
 * A growing column of numbers in pages: it never copies when it grows, and takes at most eight bytes for each value.
 * Missing values are 0.
 */
export class Column {
  private readonly pages: Words[] = [];

  constructor(private readonly page: (length: number) => Words) {}

  get(index: number): number {
    return this.pages[index >>> BITS]?.[index & MASK] ?? 0;
  }

  set(index: number, value: number): void {
    const number = index >>> BITS;
    let page = this.pages[number];
    if (page === undefined) {
      page = this.page(PAGE);
      this.pages[number] = page;
    }
    page[index & MASK] = value;
  }
}

/** A column of any numbers. */
export const doubles = (): Column => new Column((length) => new Float64Array(length));
/** A column of counts and indexes below 2^32. */
export const words = (): Column => new Column((length) => new Uint32Array(length));
/** A column of approximate sizes. */
export const floats = (): Column => new Column((length) => new Float32Array(length));
/** A column of small codes. */
export const bytes = (): Column => new Column((length) => new Uint8Array(length));
