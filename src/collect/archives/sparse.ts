import { BLOCK, brokenTar, sizeOf } from './tar-header.js';

/** A stretch of a sparse file that the archive holds; all else of the file is zeros. */
export interface Stretch {
  offset: number;
  length: number;
}

/** Old GNU headers hold four stretches, and their extensions 21 each. */
const IN_HEADER = { at: 386, count: 4, more: 482, realSize: 483 };
const IN_EXTENSION = { at: 0, count: 21, more: 504 };
const STRETCH_BYTES = 24;
/** Stretches of one file: more than any real file has. */
const MAX_STRETCHES = 200_000;

/** Logical size of the file of an old GNU sparse header. */
export function oldRealSize(block: Buffer): number {
  return sizeOf(block, IN_HEADER.realSize, 12);
}

/** Adds the stretches of a GNU header, or of a block that extends it. True: another block extends it. */
export function addStretches(block: Buffer, stretches: Stretch[], isExtension: boolean): boolean {
  const { at, count, more } = isExtension ? IN_EXTENSION : IN_HEADER;
  for (let index = 0; index < count; index++) {
    const start = at + index * STRETCH_BYTES;
    if (block[start] === 0 && block[start + 12] === 0) break;
    stretches.push({ offset: sizeOf(block, start, 12), length: sizeOf(block, start + 12, 12) });
  }
  if (stretches.length > MAX_STRETCHES) throw brokenTar('a sparse file is in too many pieces', 'too_many');
  return (block[more] ?? 0) !== 0;
}

/** Pairs of offset and length. */
export function stretchesOf(numbers: readonly number[]): Stretch[] {
  if (numbers.length % 2 !== 0 || numbers.length / 2 > MAX_STRETCHES) throw brokenTar('the map of a sparse file is broken');
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    offset: numbers[2 * index] ?? 0,
    length: numbers[2 * index + 1] ?? 0,
  }));
}

/** Throws InputError unless the stretches follow each other inside of the file and are as long together as the stored data. */
export function checkStretches(stretches: readonly Stretch[], realSize: number, stored: number): void {
  let at = 0;
  let total = 0;
  for (const { offset, length } of stretches) {
    if (offset < at || offset + length > realSize) throw brokenTar('the map of a sparse file is broken');
    at = offset + length;
    total += length;
  }
  if (total !== stored) throw brokenTar('the map of a sparse file does not fit its data');
}

const NEWLINE = 0x0a;
const ZERO = 0x30;

/** The map that stands before the data (pax 1.0): decimal lines, the number of stretches first. Fed block by block until it is whole. */
export class MapInData {
  private readonly numbers: number[] = [];
  private number = 0;
  private digits = 0;
  private bytes = 0;

  /** The stretches once the map is whole, with the bytes it took. */
  feed(block: Buffer): { stretches: Stretch[]; bytes: number } | undefined {
    this.bytes += BLOCK;
    for (const byte of block) {
      if (byte !== NEWLINE) this.digit(byte);
      else if (this.endNumber()) return { stretches: stretchesOf(this.numbers.slice(1)), bytes: this.bytes };
    }
    return undefined;
  }

  private digit(byte: number): void {
    this.number = this.number * 10 + byte - ZERO;
    this.digits++;
    if (byte < ZERO || byte > ZERO + 9 || !Number.isSafeInteger(this.number)) throw brokenTar('the map of a sparse file is broken');
  }

  /** True after the last number. */
  private endNumber(): boolean {
    if (this.digits === 0) throw brokenTar('the map of a sparse file is broken');
    this.numbers.push(this.number);
    this.number = 0;
    this.digits = 0;
    const count = this.numbers[0] ?? 0;
    if (count > MAX_STRETCHES) throw brokenTar('a sparse file is in too many pieces', 'too_many');
    return this.numbers.length === 1 + 2 * count;
  }
}
