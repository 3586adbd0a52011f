/** Features fall into this many cells; which words share a cell cannot be told from the weights. */
export const CELLS = 1 << 18;

const PRIME = 0x01000193;
const START = 0x811c9dc5;

/** The hash of a part of a text, as an unsigned number of 32 bits. */
export function hashOf(text: string, from = 0, to = text.length): number {
  let hash = START;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash >>> 0;
}

/** The hash of two hashes in this order. */
export function joinedHash(first: number, second: number): number {
  return Math.imul(Math.imul(first ^ (second >>> 11), 0x85ebca6b) ^ second, 0xc2b2ae35) >>> 0;
}

/** The cell of a feature. */
export function cellOf(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) & (CELLS - 1);
}
