/** Before it stands the offset of the bundle's header (.NET's "single-file application" design, bundle signature). */
const SIGNATURE = Buffer.from('8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae', 'hex');
const MAX_JSON = 64 * 1024 * 1024;

/** The `deps.json` inside of a single-file program; undefined for other programs. */
export function bundledDeps(bytes: Uint8Array): Uint8Array | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(SIGNATURE);
  if (at < 8) return undefined;
  const header = Number(buffer.readBigInt64LE(at - 8));
  if (header <= 0 || header + 32 > buffer.length) return undefined;
  // Major and minor version, number of files, then the bundle's id behind its length; since version 2 the place of the JSON follows.
  const major = buffer.readUInt32LE(header);
  const place = header + 12 + 1 + (buffer[header + 12] ?? 0);
  if (major < 2 || (buffer[header + 12] ?? 0) >= 0x80 || place + 16 > buffer.length) return undefined;
  const offset = Number(buffer.readBigInt64LE(place));
  const size = Number(buffer.readBigInt64LE(place + 8));
  if (offset <= 0 || size <= 0 || size > MAX_JSON || offset + size > buffer.length) return undefined;
  return buffer.subarray(offset, offset + size);
}
