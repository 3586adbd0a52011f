/** One DER value: its tag and the bytes it holds (X.690). */
interface Der {
  tag: number;
  content: Buffer;
}

const SEQUENCE = 0x30;
const OID = 0x06;
const OCTETS = 0x04;
const EXTENSIONS = 0xa3;

/** The value at `at`, and where the next begins; undefined for bytes that are no DER. */
function valueAt(bytes: Buffer, at: number): { value: Der; next: number } | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return undefined;
  const long = first & 0x80 ? first & 0x7f : 0;
  if (long > 4 || at + 2 + long > bytes.length) return undefined;
  const length = long === 0 ? first : bytes.readUIntBE(at + 2, long);
  const start = at + 2 + long;
  if (start + length > bytes.length) return undefined;
  return { value: { tag, content: bytes.subarray(start, start + length) }, next: start + length };
}

function valuesOf(bytes: Buffer): Der[] {
  const values: Der[] = [];
  for (let at = 0; at < bytes.length; ) {
    const found = valueAt(bytes, at);
    if (!found) break;
    values.push(found.value);
    at = found.next;
  }
  return values;
}

/**
 * Value of an extension of an X.509 certificate (RFC 5280 §4.1), by the content bytes of its object identifier: Node tells
 * neither key usage nor path length.
 */
function extensionOf(certificate: Buffer, oid: Buffer): Der | undefined {
  const [outer] = valuesOf(certificate);
  const [body] = outer ? valuesOf(outer.content) : [];
  const block = body && valuesOf(body.content).find(({ tag }) => tag === EXTENSIONS);
  const [list] = block ? valuesOf(block.content) : [];
  for (const extension of list ? valuesOf(list.content) : []) {
    const [id, ...rest] = extension.tag === SEQUENCE ? valuesOf(extension.content) : [];
    const value = rest.find(({ tag }) => tag === OCTETS);
    if (id?.tag === OID && id.content.equals(oid) && value) return valuesOf(value.content)[0];
  }
  return undefined;
}

/** 2.5.29.15 */
const KEY_USAGE = Buffer.from([0x55, 0x1d, 0x0f]);
/** 2.5.29.19 */
const BASIC_CONSTRAINTS = Buffer.from([0x55, 0x1d, 0x13]);

/** Uses a certificate allows its key; undefined where it does not say. */
export function keyUsageOf(certificate: Buffer): { digitalSignature: boolean; certSign: boolean } | undefined {
  const bits = extensionOf(certificate, KEY_USAGE)?.content[1];
  return bits === undefined ? undefined : { digitalSignature: (bits & 0x80) !== 0, certSign: (bits & 0x04) !== 0 };
}

/** How many authorities may stand between this authority and the leaf; infinite where it does not say. */
export function pathLengthOf(certificate: Buffer): number {
  const constraints = extensionOf(certificate, BASIC_CONSTRAINTS);
  const length = constraints && valuesOf(constraints.content).find(({ tag }) => tag === 0x02)?.content;
  return length && length.length > 0 && length.length <= 4 ? length.readUIntBE(0, length.length) : Number.POSITIVE_INFINITY;
}
