import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError, UsageError } from '../support/errors.js';
import { diskError } from '../system/stored-file.js';

/** Text of a file the user named, which a command needs beside what it scans. Throws OperationalError when there is none to read. */
export function readNamedFile(path: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, path), 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw diskError(path, 'cannot be read', cause);
  }
}

/** What such a file says. One that is there and says something else is the wrong argument: throws UsageError naming the place. */
export function parseNamedFile<T>(path: string, cwd: string, parse: (text: string, where: string) => T): T {
  const text = readNamedFile(path, cwd);
  try {
    return parse(text, path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message, where, line, hint } = error;
    throw new UsageError({
      message,
      ...(where !== undefined && { where }),
      ...(line !== undefined && { line }),
      ...(hint !== undefined && { hint }),
      cause: error,
    });
  }
}
