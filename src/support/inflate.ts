/**
 * Unpacks raw DEFLATE data (RFC 1951). Throws RangeError when it would grow past `maxBytes`, Error when it is damaged. Loads
 * node:zlib when first called.
 */
export function inflateRaw(data: Uint8Array, maxBytes: number): Buffer {
  return process.getBuiltinModule('node:zlib').inflateRawSync(data, { maxOutputLength: maxBytes });
}
