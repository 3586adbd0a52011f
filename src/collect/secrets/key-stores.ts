/** Object identifiers of bags that hold a private key (RFC 7292): plain, and sealed with a password. */
const KEY_BAGS = ['2a864886f70d010c0a0101', '2a864886f70d010c0a0102'].map((hex) => Buffer.from(hex, 'hex'));
/** A sequence that begins with version 3 and another sequence. */
const PKCS12 = /^30(?:80|81..|82....|83......|84........)02010330/;
const JAVA = new Set([0xfeedfeed, 0xcececece]);
/** Places in a key store of Java: its version, the number of its entries, the kind of the first. */
const [ENTRIES, FIRST_KIND] = [8, 12];
const PRIVATE_KEY = 1;
const LEAST = 32;

/**
 * The format of a key store with a private key in it; undefined for everything else. A store of certificates alone has none. Java sorts
 * entries by nothing, so a store whose first entry is a certificate may be missed.
 */
export function keyStoreIn(bytes: Uint8Array): 'PKCS#12' | 'JKS' | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < LEAST) return undefined;
  if (JAVA.has(buffer.readUInt32BE(0)))
    return buffer.readUInt32BE(ENTRIES) > 0 && buffer.readUInt32BE(FIRST_KIND) === PRIVATE_KEY ? 'JKS' : undefined;
  if (!PKCS12.test(buffer.toString('hex', 0, LEAST))) return undefined;
  return KEY_BAGS.some((bag) => buffer.includes(bag)) ? 'PKCS#12' : undefined;
}
