/** A frame of zstd with one block that is stored as it is (RFC 8878). */
export function zstdOf(bytes: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(0xfd2fb528);
  // One segment, with its size in four bytes.
  head.writeUInt8(0b1010_0000, 4);
  head.writeUInt32LE(bytes.length, 5);
  head.writeUIntLE(1 + (bytes.length << 3), 9, 3);
  return Buffer.concat([head, bytes]);
}
