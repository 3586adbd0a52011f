// Only a run from source opens these files. The build replaces the call by the file's entries.
import { readFileSync } from 'node:fs';

/**
 * The entries of `data/<name>`, a line each, sorted. Lines that begin with `#` name their meaning, source and date. The
 * argument must be a literal, because the build looks for it.
 */
export function dataFile(name: string): readonly string[] {
  const text = readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
