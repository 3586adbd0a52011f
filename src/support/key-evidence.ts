import { crc32 } from './crc32.js';
import { isObject } from './json.js';
import { isPlaceholder } from './secret-value.js';

/*
 * Whether what has the shape of a provider's key is one that opens something. Documentation, types and tests are full of texts of these
 * shapes: examples, counts and alphabets, names made of words, the frame of a key without the key.
 */

/** Random characters are judged by the last ones: the first are the provider's prefix. */
const TAIL = 20;
const MIN_DIFFERENT = 8;
const MIN_CHANGES = 5;

/** `napi_threadsafe_function`, `sdk-node-20`: words and numbers, none of them mixed. */
const WORDS = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+|\d{1,4})(?:[-_.](?:[a-z]+|[A-Z]+|[A-Z][a-z]+|\d{1,4}))+$/;

/** Keys of modes in which nothing can be bought, read or changed. */
const TEST_MODE = /^[sr]k_test_/;

const COUNTS = ['abcdefghijklmnopqrstuvwxyz0123456789', '0123456789', '1234567890', 'abcdefghijklmnopqrstuvwxyz', '0123456789abcdef'];

/** `key`: a whole text of the shape of a provider's key, other than of a private key. */
export function isEvidentKey(key: string): boolean {
  if (isPlaceholder(key) || TEST_MODE.test(key) || WORDS.test(key)) return false;
  if (/^ey[JI]/.test(key)) return isToken(key);
  if (key.startsWith('glsa_') && !isSealed(key)) return false;
  const tail = key.replace(/[^A-Za-z0-9]/g, '').slice(-TAIL);
  if (new Set(tail).size < MIN_DIFFERENT || isCount(tail.toLowerCase())) return false;
  if (/\d/.test(tail)) return true;
  // Random letters change their case at every other place, names at the begin of words.
  const changes = tail.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  return !/[a-z]/.test(tail) || changes >= MIN_CHANGES;
}

function isCount(text: string): boolean {
  return COUNTS.some((row) => row.repeat(Math.ceil(text.length / row.length) + 1).includes(text));
}

/** Grafana's tokens end with the CRC-32 of what stands before, its lowest byte first. */
function isSealed(token: string): boolean {
  const at = token.lastIndexOf('_');
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(token.slice(0, at)) >>> 0);
  return sum.toString('hex') === token.slice(at + 1).toLowerCase();
}

/** Claims by which a token says for whom and for what it is (RFC 7519 section 4.1, and what services add). */
const CLAIMS = ['exp', 'iat', 'iss', 'sub', 'aud', 'jti', 'scope', 'role', 'roles', 'email', 'client_id'];
/** The subject of the example of jwt.io, which everybody's documentation copies. */
const EXAMPLE_SUBJECT = '1234567890';

function isToken(text: string): boolean {
  const [head = '', body = ''] = text.split('.');
  const [header, payload] = [decoded(head), decoded(body)];
  if (!isObject(header) || typeof header.alg !== 'string' || header.alg === 'none' || !isObject(payload)) return false;
  return payload.sub !== EXAMPLE_SUBJECT && CLAIMS.some((claim) => Object.hasOwn(payload, claim));
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * A private key in text (RFC 7468; RFC 4880 section 6.2) as far as it goes: its frame, headers and lines, which may be quoted, escaped or
 * put together by a program.
 */
export const PRIVATE_KEY =
  /-----BEGIN ((?:[A-Z0-9]{1,20} ){0,4})PRIVATE KEY(?: BLOCK)?-----((?:(?:\\[nr]|\s){1,4}(?:Proc-Type|DEK-Info|Version|Comment): [^\r\n\\]{0,200}){0,6})((?:[A-Za-z0-9+/=\s"'`,]|\\[nrt"'/]){0,20000})(-----END [A-Z0-9 ]{0,60}-----)?/g;

/** Base64 characters of a key whose end is not told. */
const LEAST_OF_KEY = 64;
const LEAST_CUT_OFF = 6;

interface KeyParts {
  kind: string;
  headers: string;
  body: string;
  /** The end of the key, or of the text, follows. */
  isEnded: boolean;
}

/** Whether the parts of a match of PRIVATE_KEY hold the begin of a key. */
export function holdsPrivateKey({ kind, headers, body, isEnded }: KeyParts): boolean {
  const joined = body.replace(/["'`]\s{0,80}\+\s{0,80}(?=["'`-]|$)/g, '');
  const lines = joined.replace(/\\[nrt"'/]|[\s"'`,]/g, '');
  if (lines.length < (isEnded ? LEAST_CUT_OFF : LEAST_OF_KEY)) return false;
  const [first = 0, second = 0] = Buffer.from(lines.slice(0, 8), 'base64');
  if (/ENCRYPTED/.test(headers)) return lines.length >= LEAST_OF_KEY;
  if (kind.startsWith('OPENSSH')) return lines.startsWith('b3BlbnNzaC1rZXktdjE'.slice(0, lines.length));
  // A packet of OpenPGP has its highest bit set; a sequence of DER begins with its tag and a length of one, two or three bytes.
  if (kind.startsWith('PGP')) return first >= 0x80;
  return first === 0x30 && (second < 0x80 || second === 0x81 || second === 0x82);
}
