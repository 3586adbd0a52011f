// Only a run from source opens this file. The build puts the bytes here, compressed.
import { readFileSync } from 'node:fs';

/** The linear model as training writes it: see `unpackModel`. */
export function weightBytes(): Uint8Array {
  return readFileSync(new URL('weights.bin', import.meta.url));
}

/** The network as training writes it: see `unpackCloserLook`. */
export function closerLookBytes(): Uint8Array {
  return readFileSync(new URL('closer-look.bin', import.meta.url));
}
