import { resolve } from 'node:path';
import { decodeText } from '../support/decode.js';
import { parseNamed } from '../support/named-text.js';
import { readWhole } from '../system/stored-file.js';

/** A string of the engine holds not much more. */
const MAX_BYTES = 256 * 2 ** 20;

/**
 * Text of a file that the user named and the command needs, besides the files it scans: UTF-8, or UTF-16 as PowerShell writes with `>`.
 * Throws OperationalError when it cannot be read, UsageError when it is no text.
 */
export function readNamedFile(path: string, cwd: string): string {
  return parseNamed(readWhole(resolve(cwd, path), MAX_BYTES, path), path, decodeText);
}

/** The parsed content of such a file. Throws UsageError naming the place that is wrong. */
export function parseNamedFile<T>(path: string, cwd: string, parse: (text: string, where: string) => T): T {
  return parseNamed(readNamedFile(path, cwd), path, parse);
}
