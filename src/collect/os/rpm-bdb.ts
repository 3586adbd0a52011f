import { InputError } from '../../support/errors.js';

/** Page types of Berkeley DB's hash access method (dbinc/db_page.h). */
const PAGE = { free: 0, hashUnsorted: 2, overflow: 7, hashMeta: 8, hash: 13 } as const;
/** Kinds of items on a hash page. */
const ITEM = { inline: 1, offPage: 3 } as const;

const HASH_MAGIC = 0x061561;
const PAGE_HEADER = 26;

/**
 * True when the bytes begin like a Berkeley DB hash database: the magic number is at offset 12, in either byte order.
 */
export function isBerkeleyDb(bytes: Uint8Array): boolean {
  return magicOrder(bytes) !== undefined;
}

/**
 * The values of a Berkeley DB hash database (rpm's `Packages` until rpm 4.15), in page order. Values that fit on a page
 * are yielded as they are, larger ones are joined from their chain of overflow pages. Throws InputError when a page or
 * chain leads outside the file or is used twice, so that no file costs more than its size, and for unreferenced pages,
 * so that no damage hides a package.
 */
export function* readBerkeleyDb(bytes: Uint8Array, where: string): Generator<Uint8Array> {
  const file = openPages(bytes, where);
  for (let page = 1; page <= file.last; page++) {
    const start = page * file.pageSize;
    if (isHashPage(file, start)) yield* valuesOf(file, start);
  }
  for (let page = 1; page <= file.last; page++) {
    const isLost = bytes[page * file.pageSize + 25] === PAGE.overflow && file.used[page] === 0;
    if (isLost) throw file.fail(`page ${page} belongs to no item`);
  }
}

/** False for unused pages, which hold no items (`P_INVALID`). */
function isHashPage(file: Pages, start: number): boolean {
  const type = file.bytes[start + 25];
  if (type === PAGE.hash || type === PAGE.hashUnsorted) return true;
  const isKnown =
    type === PAGE.overflow || type === PAGE.hashMeta || (type === PAGE.free && file.view.getUint16(start + 20, file.little) === 0);
  if (!isKnown) throw file.fail(`a page of type ${type}`);
  return false;
}

interface Pages {
  bytes: Uint8Array;
  view: DataView;
  little: boolean;
  pageSize: number;
  last: number;
  /** A mark for each overflow page that was read. */
  used: Uint8Array;
  fail(reason: string): InputError;
}

function magicOrder(bytes: Uint8Array): 'little' | 'big' | undefined {
  if (bytes.length < 72) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(12, true) === HASH_MAGIC) return 'little';
  return view.getUint32(12, false) === HASH_MAGIC ? 'big' : undefined;
}

function openPages(bytes: Uint8Array, where: string): Pages {
  const fail = (reason: string) => new InputError({ where, message: `broken Berkeley DB file: ${reason}` });
  const order = magicOrder(bytes);
  if (order === undefined) throw fail('no hash database');
  const little = order === 'little';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pageSize = view.getUint32(20, little);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) throw fail(`a page size of ${pageSize}`);
  if (bytes[24] !== 0) throw fail('it is encrypted');
  if (bytes[25] !== PAGE.hashMeta) throw fail('its first page is no hash metadata');
  const stated = view.getUint32(32, little) + 1;
  const pages = Math.floor(bytes.length / pageSize);
  if (stated > pages) throw fail(`it says ${stated} pages and has ${pages}`);
  return { bytes, view, little, pageSize, last: pages - 1, used: new Uint8Array(pages), fail };
}

/** Items are pairs of key and value; each ends where the one before it begins. */
function* valuesOf(file: Pages, start: number): Generator<Uint8Array> {
  const { view, little, pageSize } = file;
  const count = view.getUint16(start + 20, little);
  if (count % 2 !== 0 || PAGE_HEADER + count * 2 > pageSize) throw file.fail(`a hash page with ${count} items`);
  const offset = (index: number) => view.getUint16(start + PAGE_HEADER + index * 2, little);
  if (count > 0 && offset(count - 1) !== view.getUint16(start + 22, little)) throw file.fail('a hash page that holds more than its items');
  for (let index = 1; index < count; index += 2) {
    const from = offset(index);
    const to = offset(index - 1);
    if (from < PAGE_HEADER + count * 2 || to > pageSize || from >= to) throw file.fail('an item outside its page');
    const value = valueAt(file, start + from, to - from);
    if (value) yield value;
  }
}

function valueAt(file: Pages, at: number, length: number): Uint8Array | undefined {
  const { bytes, view, little } = file;
  if (bytes[at] === ITEM.inline) return bytes.subarray(at + 1, at + length);
  if (bytes[at] !== ITEM.offPage) throw file.fail(`an item of kind ${bytes[at]}`);
  if (length < 12) throw file.fail('an item outside its page');
  return chain(file, view.getUint32(at + 4, little), view.getUint32(at + 8, little));
}

/** Overflow pages state the number of bytes in `hf_offset`, and the next page in `next_pgno`. */
function chain(file: Pages, first: number, total: number): Uint8Array {
  const { bytes, view, little, pageSize, used } = file;
  if (total > bytes.length) throw file.fail('an item longer than the file');
  const value = new Uint8Array(total);
  let filled = 0;
  for (let page = first; page !== 0; ) {
    const start = page * pageSize;
    if (page > file.last || used[page] === 1 || bytes[start + 25] !== PAGE.overflow)
      throw file.fail(`page ${page} is no overflow page of its own`);
    used[page] = 1;
    const length = view.getUint16(start + 22, little);
    if (length > pageSize - PAGE_HEADER || filled + length > total) throw file.fail(`page ${page} holds more than its item`);
    value.set(bytes.subarray(start + PAGE_HEADER, start + PAGE_HEADER + length), filled);
    filled += length;
    page = view.getUint32(start + 16, little);
  }
  if (filled !== total) throw file.fail('an item that ends too early');
  return value;
}
