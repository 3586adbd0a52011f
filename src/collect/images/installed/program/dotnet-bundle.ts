import { type ByteSource, findBytes } from '../../../models/contract/source.js';

/** Before it stands the offset of the bundle's header (.NET's "single-file application" design, bundle signature). */
const SIGNATURE = Buffer.from('8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae', 'hex');
const MAX_JSON = 64 * 1024 * 1024;
/** The bundle's id has less than 128 bytes. */
const HEADER = 12 + 1 + 128 + 16;

/** The `deps.json` inside of a single-file program; undefined for other programs. */
export function bundledDeps(source: ByteSource): Uint8Array | undefined {
  const at = findBytes(source, SIGNATURE, 0);
  if (at < 8) return undefined;
  const start = Number(source.read(at - 8, 8).readBigInt64LE());
  if (start <= 0 || start + 32 > source.size) return undefined;
  const header = source.read(start, HEADER);
  // Major and minor version, number of files, then the bundle's id behind its length; since version 2 the place of the JSON follows.
  const major = header.readUInt32LE();
  const place = 12 + 1 + (header[12] ?? 0);
  if (major < 2 || (header[12] ?? 0) >= 0x80 || place + 16 > header.length) return undefined;
  const offset = Number(header.readBigInt64LE(place));
  const size = Number(header.readBigInt64LE(place + 8));
  if (offset <= 0 || size <= 0 || size > MAX_JSON || offset + size > source.size) return undefined;
  return source.read(offset, size);
}
