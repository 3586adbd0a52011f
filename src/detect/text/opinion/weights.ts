// Only a run from source opens this file. The build puts the bytes here, compressed.
import { readFileSync } from 'node:fs';

/** The file beside this module, as training writes it: see `Weights`. */
export function weightBytes(): Uint8Array {
  return readFileSync(new URL('weights.bin', import.meta.url));
}
