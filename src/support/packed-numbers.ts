import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Numbers of 16 bits as text, for a module: base64 of what brotli makes of them, little-endian. */
export function packNumbers(lists: readonly Uint16Array[]): string {
  const bytes = Buffer.concat(lists.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
  const params = { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return brotliCompressSync(bytes, { params }).toString('base64');
}

/** The numbers of `packNumbers`, all lists one behind the other. */
export function unpackNumbers(text: string): Uint16Array {
  const bytes = brotliDecompressSync(Buffer.from(text, 'base64'));
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
