import { dataFile } from '../../../support/data-file.js';
import { lazily } from '../../../support/lazily.js';

/** Words that mean similar things share the narrow group, and distantly related ones the broad one. */
export interface WordGroup {
  narrow: number;
  broad: number;
}

/** Lines of words with their groups, sorted: few of the words are ever asked for, so none is read before. */
const lines = lazily(() => dataFile('word-groups.tsv'));

/** The group of an English word in lower case, or of the word it is a form of. */
export function groupOf(word: string): WordGroup | undefined {
  const known = listed(word);
  if (known !== undefined || word.length < 4) return known;
  for (const [ending, instead] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const found = listed(word.slice(0, -ending.length) + instead);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Endings of forms, longest first, and what stands in their place in the word itself. */
const ENDINGS = [
  ['ies', 'y'],
  ['ied', 'y'],
  ['ing', ''],
  ['ing', 'e'],
  ['es', ''],
  ['ed', ''],
  ['ed', 'e'],
  ['ly', ''],
  ['s', ''],
] as const;

function listed(word: string): WordGroup | undefined {
  const all = lines();
  const begin = `${word}\t`;
  let low = 0;
  for (let high = all.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((all[middle] as string) < begin) low = middle + 1;
    else high = middle;
  }
  const line = all[low];
  if (line === undefined || !line.startsWith(begin)) return undefined;
  const [narrow, broad] = line.slice(begin.length).split('.');
  return { narrow: Number(narrow), broad: Number(broad) };
}
