/** FNV-1a over UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv/), with a last mix. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return mix(hash, 0);
}

/** One number from two, well spread (the finisher of MurmurHash3). */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
