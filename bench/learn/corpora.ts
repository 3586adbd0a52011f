import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A corpus by the name of its file, a JSON object a line. */
export interface Corpus {
  name: string;
  text: string;
}

/** All corpora of a folder but those that only judge, in order of their names. */
export function corporaIn(folder: string): Corpus[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && !name.startsWith('judging'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}
