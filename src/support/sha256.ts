/**
 * SHA-256 of bytes, or of a text's UTF-8 bytes, as lower-case hex. Loads node:crypto when first called: it takes several milliseconds that most
 * starts of the program need not pay.
 */
export function sha256(text: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}
