// Only a run from source opens this file. The build puts the bytes here, compressed.
import { readFileSync } from 'node:fs';

/** The model as training writes it: see `packMentionModel`. */
export function mentionBytes(): Uint8Array {
  return readFileSync(new URL('mention.bin', import.meta.url));
}
