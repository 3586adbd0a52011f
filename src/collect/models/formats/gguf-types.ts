/** Elements and bytes of one block, by `ggml_type` number; types that are missing here are newer than this table. */
// biome-ignore format: a table
const BLOCKS: Readonly<Record<number, readonly [elements: number, bytes: number]>> = {
  0: [1, 4], 1: [1, 2], 2: [32, 18], 3: [32, 20], 6: [32, 22], 7: [32, 24], 8: [32, 34], 9: [32, 36],
  10: [256, 84], 11: [256, 110], 12: [256, 144], 13: [256, 176], 14: [256, 210], 15: [256, 292],
  16: [256, 66], 17: [256, 74], 18: [256, 98], 19: [256, 50], 20: [32, 18], 21: [256, 110], 22: [256, 82], 23: [256, 136],
  24: [1, 1], 25: [1, 2], 26: [1, 4], 27: [1, 8], 28: [1, 8], 29: [256, 56], 30: [1, 2], 34: [256, 54], 35: [256, 66], 39: [32, 17],
};

/** Bytes of a tensor's data; 0 for an unknown type, so that a newer file does not count as broken. */
export function ggmlBytes(type: number, elements: bigint): bigint {
  const block = BLOCKS[type];
  if (block === undefined) return 0n;
  const [size, bytes] = block;
  return ((elements + BigInt(size) - 1n) / BigInt(size)) * BigInt(bytes);
}
