/** Object identifiers of bags that hold a private key (RFC 7292): plain, and sealed with a password. */
const KEY_BAGS = ['2a864886f70d010c0a0101', '2a864886f70d010c0a0102'].map((hex) => Buffer.from(hex, 'hex'));
/** A sequence that begins with version 3 and another sequence. */
const PKCS12 = /^30(?:80|81..|82....|83......|84........)02010330/;
const JAVA = new Set([0xfeedfeed, 0xcececece]);
/** Places in a key store of Java: the number of its entries, and the first of them. */
const [ENTRIES, FIRST] = [8, 12];
/** Kinds of entries. A secret key is sealed as an object of Java, whose length nobody states. */
const [PRIVATE_KEY, CERTIFICATE, SECRET_KEY] = [1, 2, 3];
const LEAST = 32;

/** The format of a key store with a private or secret key in it; undefined for everything else. A store of certificates alone has none. */
export function keyStoreIn(bytes: Uint8Array): 'PKCS#12' | 'JKS' | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < LEAST) return undefined;
  if (JAVA.has(buffer.readUInt32BE(0))) return holdsKey(buffer) ? 'JKS' : undefined;
  if (!PKCS12.test(buffer.toString('hex', 0, LEAST))) return undefined;
  return KEY_BAGS.some((bag) => buffer.includes(bag)) ? 'PKCS#12' : undefined;
}

/** Goes from entry to entry, past certificates. A store that is cut off or damaged has what was found before. */
function holdsKey(store: Buffer): boolean {
  try {
    const isTyped = store.readUInt32BE(4) > 1;
    let at = FIRST;
    for (let left = store.readUInt32BE(ENTRIES); left > 0; left--) {
      const kind = store.readUInt32BE(at);
      if (kind === PRIVATE_KEY || kind === SECRET_KEY) return true;
      if (kind !== CERTIFICATE) return false;
      // Kind, alias, date; since version 2 the type of the certificate; the certificate.
      at += 4;
      at += 2 + store.readUInt16BE(at) + 8;
      if (isTyped) at += 2 + store.readUInt16BE(at);
      at += 4 + store.readUInt32BE(at);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return false;
}
