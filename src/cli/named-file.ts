import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseNamed } from '../support/named-text.js';
import { diskError } from '../system/stored-file.js';

/** Text of a file the user named, which a command needs beside what it scans. Throws OperationalError when there is none to read. */
export function readNamedFile(path: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw diskError(path, 'cannot be read', cause);
  }
}

/** What such a file says. Throws UsageError naming the place where it says something else. */
export function parseNamedFile<T>(path: string, cwd: string, parse: (text: string, where: string) => T): T {
  return parseNamed(readNamedFile(path, cwd), path, parse);
}
