import { createHash } from 'node:crypto';

/** Two of them and a tenant's id are what an index of PostgreSQL takes: a third of its page. */
const MOST_BYTES = 1000;
const KEPT = 200;

/** An identity as rows hold it: itself, or where it is longer than an index takes, its beginning and the hash of all of it. */
export function indexable(id: string): string {
  if (id.length <= MOST_BYTES / 4 || Buffer.byteLength(id) <= MOST_BYTES) return id;
  return `${id.slice(0, KEPT)}…${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
