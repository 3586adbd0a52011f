import type { Advisory } from '../../model/advisory.js';
import { inflateRaw } from '../../support/inflate.js';

/** The texts of an advisory for people; everything else is in columns. */
export type AdvisoryText = Omit<Advisory, 'id' | 'modified' | 'withdrawn' | 'malicious'>;

/** A hostile block cannot grow past one advisory of the largest size we take in. */
const MAX_BLOCK_BYTES = 64 * 1024 * 1024;

/** Unpacks a block; only the text asked for is parsed. */
export function unpackBlock(data: Uint8Array): readonly string[] {
  return inflateRaw(data, MAX_BLOCK_BYTES).toString().split('\n');
}

/** One text of an unpacked block; undefined when the block has no such slot. Throws SyntaxError on a damaged one. */
export function readText(block: readonly string[], slot: number): AdvisoryText | undefined {
  const json = block[slot];
  return json === undefined ? undefined : JSON.parse(json);
}
