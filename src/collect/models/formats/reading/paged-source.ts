import type { ByteSource } from '../../contract/source.js';

const PAGE = 64 * 1024;
const PAGES = 8;

/**
 * The same bytes through a few cached pages. Nested formats are read in many small steps close together, for which disk
 * accesses would dominate.
 */
export function pagedSource(source: ByteSource): ByteSource {
  const pages = new Map<number, Buffer>();
  const page = (index: number): Buffer => {
    const kept = pages.get(index);
    if (kept !== undefined) return kept;
    const [oldest] = pages.keys();
    if (pages.size >= PAGES && oldest !== undefined) pages.delete(oldest);
    const fresh = source.read(index * PAGE, PAGE);
    pages.set(index, fresh);
    return fresh;
  };
  return {
    size: source.size,
    read(offset, length) {
      const start = offset % PAGE;
      if (length > PAGE || offset < 0 || start + length > PAGE) return source.read(offset, length);
      return page((offset - start) / PAGE).subarray(start, start + Math.max(0, length));
    },
  };
}
