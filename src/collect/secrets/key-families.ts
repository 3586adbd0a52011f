import { isObject } from '../../support/json.js';
import { holdsPrivateKey, PRIVATE_KEY } from '../../support/key-evidence.js';
import { byteTable } from './byte-table.js';
import { ranks, type SearchedText, type SecretCandidate } from './candidate.js';
import { isPublished, isStandIn } from './not-secret.js';

const KEY = new RegExp(PRIVATE_KEY.source, 'y');
/** Characters of base 64 that forty bytes take. */
const LEAST_BODY = 54;
/** Documentation prints the begin of a key, and dots for the rest. */
const ELISION = /^(?:\.{3}|\u00e2\u0080\u00a6|…|\[(?:\.{3}|snip|truncated))/i;
const PUTTY = /PuTTY-User-Key-File-\d: [^\n]{0,400}\r?\nEncryption: (\S{1,40})/y;
const LONGEST_PUTTY = 20_000;

/** A private key whose header begins here. */
export function privateKeyAt({ text }: SearchedText, at: number): SecretCandidate | undefined {
  KEY.lastIndex = at;
  const match = KEY.exec(text);
  if (!match) return undefined;
  const [whole, kind = '', headers = '', body = '', end] = match;
  if (!holdsPrivateKey({ kind, headers, body, isEnded: end !== undefined })) return undefined;
  if (
    body.replace(/\\[nrt]|[^A-Za-z0-9+/=]/g, '').length < LEAST_BODY ||
    ELISION.test(text.slice(at + whole.length, at + whole.length + 80))
  )
    return undefined;
  const sealed = /ENCRYPTED/.test(kind + headers);
  return {
    rule: 'secret-private-key',
    rank: ranks.key,
    value: whole,
    start: at,
    end: at + whole.length,
    severity: sealed ? 'medium' : 'critical',
    confidence: 'high',
    proof: 'structure',
  };
}

/** A private key in PuTTY's own format. */
export function puttyKeyAt({ text }: SearchedText, at: number): SecretCandidate | undefined {
  PUTTY.lastIndex = at;
  const match = PUTTY.exec(text);
  if (!match) return undefined;
  const length = text.slice(at, at + LONGEST_PUTTY).indexOf('Private-Lines: ');
  if (length === -1) return undefined;
  return {
    rule: 'secret-private-key',
    rank: ranks.key,
    value: text.slice(at, at + LONGEST_PUTTY),
    start: at,
    end: at + length,
    severity: match[1] === 'none' ? 'critical' : 'medium',
    confidence: 'high',
    proof: 'structure',
  };
}

const JWT = /ey[JI][A-Za-z0-9_-]{10,4000}\.ey[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{20,1400}/y;
const EXAMPLE_SUBJECT = '1234567890';
const PRIVILEGED = /service_role|(?:^|[^a-z])admin|superuser|root/i;

const BASE64URL = byteTable('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-');
/** Characters of a token's header after `ey` and one more. */
const [SHORTEST_HEADER, LONGEST_HEADER] = [10, 4000];
const [DOT, LETTER_E, LETTER_I, LETTER_J, LETTER_Y, BACKSLASH] = Buffer.from('.eIJy\\');

/** Whether the header of a token begins here, and the next part behind it: most places where one might begin are in words. */
function mayBeToken(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== LETTER_E || bytes[at + 1] !== LETTER_Y || (bytes[at + 2] !== LETTER_J && bytes[at + 2] !== LETTER_I)) return false;
  if (at > 0 && BASE64URL[bytes[at - 1] as number] && bytes[at - 2] !== BACKSLASH) return false;
  const from = at + 3;
  let end = from;
  while (end - from <= LONGEST_HEADER && BASE64URL[bytes[end] ?? 0]) end++;
  const length = end - from;
  return (
    length >= SHORTEST_HEADER &&
    length <= LONGEST_HEADER &&
    bytes[end] === DOT &&
    bytes[end + 1] === LETTER_E &&
    bytes[end + 2] === LETTER_Y
  );
}

/** A token of RFC 7519 that begins here. */
export function jwtAt(subject: SearchedText, at: number): SecretCandidate | undefined {
  if (!mayBeToken(subject.bytes, at)) return undefined;
  const { text } = subject;
  JWT.lastIndex = at;
  const value = JWT.exec(text)?.[0];
  if (value === undefined) return undefined;
  const [head = '', body = ''] = value.split('.');
  const [header, payload] = [decoded(head), decoded(body)];
  if (!isObject(header) || !isObject(payload) || typeof header.alg !== 'string') return undefined;
  const candidate: SecretCandidate = {
    rule: 'secret-jwt',
    rank: ranks.key,
    value,
    start: at,
    end: at + value.length,
    severity: PRIVILEGED.test(
      [payload.role, payload.roles, payload.scope, payload.scp].map((claim) => JSON.stringify(claim) ?? '').join(' '),
    )
      ? 'high'
      : 'medium',
    confidence: 'high',
    proof: 'structure',
  };
  if (isExample(header.alg, payload, value)) return { ...candidate, none: true };
  if (payload.role === 'anon' || isLongPast(payload.exp)) return { ...candidate, severity: 'low' };
  return candidate;
}

function isExample(alg: string, payload: Record<string, unknown>, value: string): boolean {
  const issuer = typeof payload.iss === 'string' ? payload.iss : '';
  return (
    alg.toLowerCase() === 'none' ||
    payload.sub === EXAMPLE_SUBJECT ||
    /supabase-demo|firebase-auth-emulator|^joe$|example\.(?:com|org)/.test(issuer) ||
    saysNothing(payload) ||
    isPublished(value)
  );
}

/** True where every claim only fills a place, and nobody said when: `{"sub": "foo"}`. */
function saysNothing(payload: Record<string, unknown>): boolean {
  return Object.values(payload).every((value) => typeof value === 'boolean' || (typeof value === 'string' && isStandIn(value)));
}

/** Expired before the program's own release, so no clock is needed (seconds since 1970: the begin of 2025). */
const LONG_PAST = 1_735_689_600;

function isLongPast(expiry: unknown): boolean {
  return typeof expiry === 'number' && expiry > 0 && expiry < LONG_PAST;
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
