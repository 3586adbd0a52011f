import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseNamed } from '../support/named-text.js';
import { diskError } from '../system/disk-error.js';

/** Text of a file that the user named and the command needs, besides the files it scans. Throws OperationalError when it cannot be read. */
export function readNamedFile(path: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw diskError(path, 'cannot be read', cause);
  }
}

/** The parsed content of such a file. Throws UsageError naming the place that is wrong. */
export function parseNamedFile<T>(path: string, cwd: string, parse: (text: string, where: string) => T): T {
  return parseNamed(readNamedFile(path, cwd), path, parse);
}
