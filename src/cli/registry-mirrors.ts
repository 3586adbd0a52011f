import { joinedMirrors, mirrorsIn, namedMirror } from '../collect/images/registry/mirrors.js';
import type { MirroredRegistry } from '../model/registry-account.js';

/** The mirrors that options name, and those of the files that they name. Throws UsageError for what names no mirror, and what `read` throws. */
export function mirrorsOf(texts: readonly string[], where: string, read: (path: string) => string): MirroredRegistry[] {
  return joinedMirrors(texts.flatMap((text) => (isFile(text) ? mirrorsIn(read(text), text) : [namedMirror(text, where)])));
}

/** True for the name of a file; every other text is `HOST=MIRROR`. */
function isFile(text: string): boolean {
  return !text.includes('=');
}
