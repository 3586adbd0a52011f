import { createHash } from 'node:crypto';

/**
 * A strong entity tag (RFC 9110, section 8.8.3) for everything that an answer depends on: equal parts give equal
 * answers.
 */
export function etagOf(...parts: readonly unknown[]): string {
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`;
}

/** True when the caller already has the version of the tag (`If-None-Match`, compared weakly by section 13.1.2). */
export function isKnown(etag: string, ifNoneMatch: string | string[] | undefined): boolean {
  if (typeof ifNoneMatch !== 'string') return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
