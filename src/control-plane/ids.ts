import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

const random = new Uint8Array(4096);
let drawn = random.length;

/**
 * A random number in [0, 1) with 256 values. The library requests one for each letter, and this fetches many from the
 * system at once.
 */
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

/** A new id: prefix and ULID, so that ids sort by creation time. */
export function newId(prefix: string): string {
  return `${prefix}_${ulid()}`;
}
