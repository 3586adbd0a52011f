const HEAD = 8192;

/** True for bytes that are no text: a NUL in the first 8 KiB, and no mark of UTF-16. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, HEAD).includes(0) && wideEncoding(bytes) === undefined;
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** UTF-8 bytes of a text; undefined for what is no text. */
export function textBytes(bytes: Uint8Array): Uint8Array | undefined {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) return Buffer.from(new TextDecoder(wide).decode(bytes));
  return isBinary(bytes) ? undefined : bytes;
}
