import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The file that starts this program, beside the built code (`dist/`) or the sources (`src/system/`) that this module lies in. */
export function programFile(): string {
  const beside = fileURLToPath(new URL('../bin/castellan.js', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../bin/castellan.js', import.meta.url));
}
