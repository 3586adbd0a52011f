import { dataFile } from '../../../support/data-file.js';

/** Words that mean similar things share the narrow group, and distantly related ones the broad one. */
export interface WordGroup {
  narrow: number;
  broad: number;
}

let groups: ReadonlyMap<string, WordGroup> | undefined;

/** The group of an English word in lower case, or of the word it is a form of. */
export function groupOf(word: string): WordGroup | undefined {
  groups ??= new Map(dataFile('word-groups.tsv').map(entryOf));
  const known = groups.get(word);
  if (known !== undefined || word.length < 4) return known;
  for (const [ending, instead] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const found = groups.get(word.slice(0, -ending.length) + instead);
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

function entryOf(line: string): [string, WordGroup] {
  const [word = '', group = ''] = line.split('\t');
  const [narrow, broad] = group.split('.');
  return [word, { narrow: Number(narrow), broad: Number(broad) }];
}
