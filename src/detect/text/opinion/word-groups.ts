import { dataFile } from '../../../support/data-file.js';
import { lazily } from '../../../support/lazily.js';
import { valueIn } from '../reading/sorted-lines.js';
import { englishFor } from '../reading/words-abroad.js';

/** Words that mean similar things share the narrow group, and distantly related ones the broad one, in all languages. */
export interface WordGroup {
  narrow: number;
  broad: number;
}

/** Lines of words with their groups, sorted: few of the words are ever asked for, so none is read before. */
const lines = lazily(() => dataFile('word-groups.tsv'));

/** The group of a word in lower case, or of the word it is a form of: an English one, or one that stands for it in another language. */
export function groupOf(word: string): WordGroup | undefined {
  const own = groupInEnglish(word);
  if (own !== undefined) return own;
  const english = englishFor(word);
  return english === undefined ? undefined : groupInEnglish(english);
}

/** The same for an English word, or the word it is a form of. */
export function groupInEnglish(word: string): WordGroup | undefined {
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
  ["'s", ''],
  ["s'", 's'],
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
  const value = valueIn(lines(), word);
  if (value === undefined) return undefined;
  const [narrow, broad] = value.split('.');
  return { narrow: Number(narrow), broad: Number(broad) };
}
