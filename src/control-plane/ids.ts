import { monotonicFactory } from 'ulid';

const ulid = monotonicFactory();

/** A new id: prefix and ULID, so that ids sort by the time they were made. */
export function newId(prefix: string): string {
  return `${prefix}_${ulid()}`;
}
