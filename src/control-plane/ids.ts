import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

const random = new Uint8Array(4096);
let drawn = random.length;

/** One of 256 numbers from 0 up to 1: the library asks for one a letter, and the system is asked for many at once. */
function draw(): number {
  if (drawn === random.length) {
    randomFillSync(random);
    drawn = 0;
  }
  const byte = random[drawn] ?? 0;
  drawn += 1;
  return byte / 256;
}

const ulid = monotonicFactory(draw);

/** A new id: prefix and ULID, so that ids sort by the time they were made. */
export function newId(prefix: string): string {
  return `${prefix}_${ulid()}`;
}
