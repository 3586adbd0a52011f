import type { FormatScanner, ScanInput } from '../contract/format.js';
import { ByteCursor, Malformed } from './reading/byte-cursor.js';
import { guarded, lastPart } from './reading/guard.js';

const MAX_DEPTH = 200;
const MAX_ITEMS = 2_000_000;

/** Flax and orbax checkpoints: MessagePack. It holds only plain data, so only lengths and depth can be wrong. */
export const msgpackScanner: FormatScanner = guarded({
  id: 'flax-msgpack',
  sniff: (head, name) => /\.(msgpack|flax)$/.test(lastPart(name)) || opensMap(head),
  scan(input) {
    walk(input, new ByteCursor(input.source, 0, input.source.size, false), msgpackItem);
  },
});

/** True for a map whose first key is a text of letters. */
function opensMap(head: Buffer): boolean {
  const [first = 0, second = 0] = head;
  const length = second & 0x1f;
  const key = head.toString('latin1', 2, 2 + length);
  return (
    first > 0x80 &&
    first <= 0x8f &&
    second >= 0xa1 &&
    second <= 0xbf &&
    key.length === length &&
    /^[A-Za-z_][\w./-]*$/.test(key) &&
    head.length > 2 + length
  );
}

/** Sizes of the fixed-size types from 0xca on, and widths of the length fields of the counted types from 0xc4 on. */
// biome-ignore format: a table
const MSGPACK_FIXED: Readonly<Record<number, number>> = {
  192: 0, 194: 0, 195: 0, 202: 4, 203: 8, 204: 1, 205: 2, 206: 4, 207: 8, 208: 1, 209: 2, 210: 4, 211: 8, 212: 2, 213: 3, 214: 5, 215: 9, 216: 17,
};
// biome-ignore format: a table
const MSGPACK_COUNTED: Readonly<Record<number, readonly [width: number, extra: number]>> = {
  196: [1, 0], 197: [2, 0], 198: [4, 0], 199: [1, 1], 200: [2, 1], 201: [4, 1], 217: [1, 0], 218: [2, 0], 219: [4, 0],
};

/** Reads one item; returns the number of items inside it (MessagePack specification, "Formats"). */
function msgpackItem(cursor: ByteCursor): number {
  const type = cursor.u8();
  if (type <= 0x7f || type >= 0xe0) return 0;
  if (type <= 0x8f) return 2 * (type & 15);
  if (type <= 0x9f) return type & 15;
  if (type <= 0xbf) return skipped(cursor, type & 31);
  if (type >= 0xdc && type <= 0xdf) return children(cursor, (type & 1 ? cursor.u32() : cursor.u16()) * (type >= 0xde ? 2 : 1));
  const fixed = MSGPACK_FIXED[type];
  if (fixed !== undefined) return skipped(cursor, fixed);
  const counted = MSGPACK_COUNTED[type];
  if (counted === undefined) throw new Malformed(`type byte ${type}`);
  const [width, extra] = counted;
  return skipped(cursor, extra + (width === 1 ? cursor.u8() : width === 2 ? cursor.u16() : cursor.u32()));
}

function skipped(cursor: ByteCursor, length: number): number {
  if (length > cursor.left) throw new Malformed(`length ${length} is beyond the file`);
  cursor.skip(length);
  return 0;
}

function children(cursor: ByteCursor, count: number): number {
  if (count > cursor.left) throw new Malformed(`length ${count} is beyond the file`);
  return count;
}

/** Reads items to the end, with a stack of how many each open container still expects. */
function walk(input: ScanInput, cursor: ByteCursor, item: (cursor: ByteCursor) => number): void {
  const open: number[] = [1];
  for (let items = 0; open.length > 0; items++) {
    if (items > MAX_ITEMS) throw new Malformed(`more than ${MAX_ITEMS} items`);
    if (items % 4096 === 0) input.budget.checkTime();
    const expected = open.pop() ?? 0;
    if (expected > 1) open.push(expected - 1);
    const inside = item(cursor);
    if (inside > 0 && open.push(inside) > MAX_DEPTH) throw new Malformed(`nesting deeper than ${MAX_DEPTH} levels`);
  }
  if (cursor.left > 0) throw new Malformed(`${cursor.left} bytes after the end`);
}

/** CatBoost's own binary form: a magic number, the length of a flatbuffer, the rest. It holds trees and no code. */
export const catboostScanner: FormatScanner = guarded({
  id: 'catboost',
  sniff: (head) => head.subarray(0, 4).toString('latin1') === 'CBM1',
  scan(input) {
    const cursor = new ByteCursor(input.source, 4);
    const length = cursor.u32();
    if (length > cursor.left) throw new Malformed(`length ${length} is beyond the file`);
  },
});

const TORCH7 = Buffer.from([4, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0x56, 0x20]);

/** Lua Torch objects may hold functions. They are not read, so such files never count as clean. */
export const torch7Scanner: FormatScanner = guarded({
  id: 'torch7',
  sniff: (head, name) => head.subarray(0, TORCH7.length).equals(TORCH7) || (/\.t7$/.test(lastPart(name)) && head[0] === 4),
  scan() {
    throw new Malformed('Lua Torch objects are not read');
  },
});
