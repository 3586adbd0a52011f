import type { OpenFile } from '../../../system/files.js';

/**
 * Random access to the bytes of a file, a member of an archive, or a decoded stream, so that gigabytes need no memory.
 * `read` returns fewer bytes than asked only at the end.
 */
export interface ByteSource {
  readonly size: number;
  read(offset: number, length: number): Buffer;
}

const CHUNK = 64 * 1024;

/** The bytes of an open file. The caller still has to close it. */
export function fileSource(file: OpenFile): ByteSource {
  return { size: file.size, read: (offset, length) => file.read(offset, length) };
}

/** Bytes in memory; reads are views, not copies. */
export function bufferSource(bytes: Uint8Array): ByteSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { size: buffer.length, read: (offset, length) => buffer.subarray(offset, offset + Math.max(0, length)) };
}

/** A range of another source, limited to the bytes that exist. */
export function sliceSource(source: ByteSource, offset: number, length: number): ByteSource {
  const from = Math.max(0, Math.min(offset, source.size));
  const size = Math.max(0, Math.min(length, source.size - from));
  return { size, read: (at, count) => source.read(from + at, Math.max(0, Math.min(count, size - at))) };
}

/** Reads a source from `offset` to its end in pieces of 64 KiB. */
export function* readChunks(source: ByteSource, offset = 0): Generator<Buffer> {
  for (let at = offset; at < source.size; ) {
    const chunk = source.read(at, Math.min(CHUNK, source.size - at));
    if (chunk.length === 0) return;
    yield chunk;
    at += chunk.length;
  }
}

/** First offset of `needle` in `[from, to)`; -1 when it is not there. Reads in pieces. */
export function findBytes(source: ByteSource, needle: Buffer, from: number, to = source.size): number {
  for (let at = from; at < to; at += CHUNK) {
    const chunk = source.read(at, Math.min(CHUNK + needle.length - 1, to - at));
    const found = chunk.indexOf(needle);
    if (found >= 0) return at + found;
  }
  return -1;
}
