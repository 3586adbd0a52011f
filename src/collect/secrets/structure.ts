import type { ShapeCheck } from '../../model/secret-shapes.js';
import { crc32 } from '../../support/crc32.js';
import { readsLikeWords } from './not-secret.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(value: number): string {
  let text = '';
  for (let left = value; left > 0; left = Math.floor(left / 62)) text = DIGITS.charAt(left % 62) + text;
  return text.padStart(6, '0');
}

/** Bytes of a number, lowest first, as hex. */
function littleEndian(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('hex');
}

/** The three kinds of characters that a random key of this length has. */
function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

const CHECKS: Readonly<Record<ShapeCheck, (value: string) => boolean>> = {
  crc: (value) => base62(crc32(value.slice(-36, -6))) === value.slice(-6),
  'crc-hex': (value) => littleEndian(crc32(value.slice(0, value.lastIndexOf('_')))) === value.slice(-8),
  'aws-key-id': (value) => !value.endsWith('EXAMPLE'),
  'aws-secret': (value) => isMixed(value) && !/^[0-9a-fA-F]+$/.test(value),
  discord: (value) => /^\d{17,19}$/.test(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString('latin1')),
  uuid4: (value) => /-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/.test(value),
  'bytes-64': (value) => Buffer.from(value, 'base64').length === 64 && !readsLikeWords(value),
  'bytes-32': (value) => Buffer.from(value, 'base64').length === 32 && !readsLikeWords(value),
  mixed: (value) => [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length >= 2 && !readsLikeWords(value),
};

/** Whether the value fits the structure of its shape; a checksum that does not hold means that nobody issued it. */
export function holds(check: ShapeCheck | undefined, value: string): boolean {
  return check === undefined || CHECKS[check](value);
}

/** Text that base 64 (or its form for addresses) hides; undefined where it is none, or bytes that are no text. */
export function decodedText(value: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]{4,}={0,2}$/.test(value) || value.length % 4 === 1) return undefined;
  const text = Buffer.from(value, 'base64').toString('latin1');
  return /[\x00-\x08\x0e-\x1f\x7f]/.test(text) ? undefined : text;
}
