import { createHash } from 'node:crypto';

/** An index entry of PostgreSQL takes two of them and a tenant's id: a third of a page. */
const MOST_BYTES = 1000;
const KEPT = 200;

/**
 * An identity in the form that rows hold: unchanged, or for one that is too long for an index, its beginning and the
 * hash of the whole.
 */
export function indexable(id: string): string {
  if (id.length <= MOST_BYTES / 4 || Buffer.byteLength(id) <= MOST_BYTES) return id;
  return `${id.slice(0, KEPT)}…${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
