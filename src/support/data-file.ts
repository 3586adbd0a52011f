// Only a run from source opens these files: the build puts a file's entries in the place of the call.
import { readFileSync } from 'node:fs';

/**
 * The entries of `data/<name>`, a line each, sorted. Lines that begin with `#` say what they are, from where and as of when. Takes a
 * literal, which the build looks for.
 */
export function dataFile(name: string): readonly string[] {
  const text = readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
