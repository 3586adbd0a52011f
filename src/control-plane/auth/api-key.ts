import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from '../../support/crc32.js';

/**
 * `svc_<id>_<43 base64url characters>_<checksum>`: the id finds the key, the 256-bit token proves it, and the checksum
 * detects typing errors without a query.
 */
const SHAPE = /^svc_([0-9A-Za-z]{8,40})_([A-Za-z0-9_-]{43})_([0-9a-f]{8})$/;

export interface NewKey {
  /** Shown only once. */
  secret: string;
  hash: string;
}

/** Creates the secret of the key with this id (without `key_`). */
export function newKey(id: string): NewKey {
  const token = randomBytes(32).toString('base64url');
  const start = `svc_${id}_${token}`;
  return { secret: `${start}_${checksum(start)}`, hash: hashOf(token) };
}

/** Splits the secret that a caller sent; undefined when it cannot be a key. */
export function parseKey(presented: string): { keyId: string; token: string } | undefined {
  const match = SHAPE.exec(presented);
  const [, id, token, sum] = match ?? [];
  if (id === undefined || token === undefined || sum !== checksum(`svc_${id}_${token}`)) return undefined;
  return { keyId: `key_${id}`, token };
}

/** SHA-256 as hex; it is enough for 256 random bits. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares two hex hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
