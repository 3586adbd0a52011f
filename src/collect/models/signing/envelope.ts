import { type KeyObject, verify } from 'node:crypto';

/** The signed payload and its declared type. */
export interface Envelope {
  payload: Buffer;
  payloadType: string;
  signature: Buffer;
}

const HASH_OF_CURVE: Readonly<Record<string, string>> = { prime256v1: 'sha256', secp384r1: 'sha384', secp521r1: 'sha512' };

/** The hash that belongs to a key (P-256, P-384, P-521); undefined for keys that model signing does not use. */
export function hashOfKey(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType !== 'ec') return undefined;
  const curve = key.asymmetricKeyDetails?.namedCurve;
  return curve === undefined ? undefined : HASH_OF_CURVE[curve];
}

/**
 * True when the key made the envelope's signature: DSSE v1 pre-authentication encoding and the curve's hash. `legacy`
 * is the encoding of model_signing before 0.3, which always hashed with SHA-256.
 */
export function signedBy(key: KeyObject, envelope: Envelope, legacy: boolean): boolean {
  const hash = hashOfKey(key);
  if (hash === undefined) return false;
  const bytes = legacy ? legacyEncoding(envelope) : preAuthEncoding(envelope);
  try {
    return verify(legacy ? 'sha256' : hash, bytes, { key, dsaEncoding: 'der' }, envelope.signature);
  } catch {
    return false;
  }
}

/** DSSE v1: `DSSEv1 <bytes of type> <type> <bytes of payload> <payload>`. */
function preAuthEncoding({ payload, payloadType }: Envelope): Buffer {
  const type = Buffer.from(payloadType);
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} `), type, Buffer.from(` ${payload.length} `), payload]);
}

/**
 * The encoding of early versions: the payload as Python prints bytes. The length is still that of the payload itself.
 */
function legacyEncoding({ payload, payloadType }: Envelope): Buffer {
  return Buffer.from(`DSSEV1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} ${pythonBytes(payload)}`);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** `repr()` of a Python bytes object. */
function pythonBytes(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(/[^\x20-\x7e]|[\\'"]/g, (char) => {
    if (char === "'" || char === '"') return char === mark ? `\\${char}` : char;
    return ESCAPES[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `b${mark}${body}${mark}`;
}
