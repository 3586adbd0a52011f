const LOG_HEADER = 32;
const FRAME_HEADER = 24;
const LOG_MAGIC = 0x377f0682;
const DATABASE_HEADER = 100;

/**
 * A SQLite database with the committed pages of its write-ahead log (SQLite file format, section 4). A log of another database or
 * of an earlier checkpoint changes nothing: frames count as far as their salts and checksums fit.
 */
export function withWriteAheadLog(database: Uint8Array, log: Uint8Array): Uint8Array {
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  if (log.length < LOG_HEADER || (view.getUint32(0) | 1) >>> 0 !== (LOG_MAGIC | 1) || database.length < DATABASE_HEADER) return database;
  const pageSize = view.getUint32(8);
  if (pageSize < 512 || pageSize > 65_536 || pageSize !== pageSizeOf(database)) return database;
  const { pages, count } = committed(view, pageSize);
  if (count === 0) return database;
  const merged = new Uint8Array(count * pageSize);
  merged.set(database.subarray(0, merged.length));
  for (const [page, at] of pages) if (page >= 1 && page <= count) merged.set(log.subarray(at, at + pageSize), (page - 1) * pageSize);
  return merged;
}

function pageSizeOf(database: Uint8Array): number {
  const size = ((database[16] ?? 0) << 8) | (database[17] ?? 0);
  return size === 1 ? 65_536 : size;
}

interface Committed {
  /** Offset in the log of each page's last content. */
  pages: ReadonlyMap<number, number>;
  /** Pages of the database after the last commit; 0: there is none. */
  count: number;
}

function committed(view: DataView, pageSize: number): Committed {
  const little = view.getUint32(0) === LOG_MAGIC;
  let sums = checksum(view, 0, 24, little, [0, 0]);
  const none: Committed = { pages: new Map(), count: 0 };
  if (sums[0] !== view.getUint32(24) || sums[1] !== view.getUint32(28)) return none;
  const pages = new Map<number, number>();
  let count = 0;
  let open: [number, number][] = [];
  for (let at = LOG_HEADER; at + FRAME_HEADER + pageSize <= view.byteLength; at += FRAME_HEADER + pageSize) {
    if (view.getUint32(at + 8) !== view.getUint32(16) || view.getUint32(at + 12) !== view.getUint32(20)) break;
    sums = checksum(view, at, 8, little, sums);
    sums = checksum(view, at + FRAME_HEADER, pageSize, little, sums);
    if (sums[0] !== view.getUint32(at + 16) || sums[1] !== view.getUint32(at + 20)) break;
    open.push([view.getUint32(at), at + FRAME_HEADER]);
    const size = view.getUint32(at + 4);
    if (size === 0 || size > MAX_BYTES / pageSize) continue;
    for (const [page, offset] of open) pages.set(page, offset);
    open = [];
    count = size;
  }
  return { pages, count };
}

/** A database that a log claims to be larger than this is not believed. */
const MAX_BYTES = 256 * 1024 * 1024;

function checksum(view: DataView, from: number, length: number, little: boolean, [first, second]: [number, number]): [number, number] {
  let [a, b] = [first, second];
  for (let at = from; at < from + length; at += 8) {
    a = (a + view.getUint32(at, little) + b) >>> 0;
    b = (b + view.getUint32(at + 4, little) + a) >>> 0;
  }
  return [a, b];
}
