import { dataFile } from '../../../support/data-file.js';
import { lazily } from '../../../support/lazily.js';
import { valueIn } from './sorted-lines.js';

/**
 * Words of nine languages, and English ones that no vocabulary has whole, each with the English word that means the same: a stem with `*` where
 * its forms go on.
 */
const lines = lazily(() => dataFile('word-groups-abroad.tsv'));

/** The English word that stands for one in lower case, of whatever language; undefined where none is known. */
export function englishFor(word: string): string | undefined {
  const bare = word.replace(ELISION, '');
  return valueIn(lines(), bare) ?? ofStem(bare);
}

/** Articles and the like that Romance languages write as one with the word. */
const ELISION = /^(?:[nldsjmtc]|qu|un|dell|all|nell|sull|dall|jusqu|lorsqu|quest|quell)['’]/;

/** Letters of the shortest stem, two syllables of Korean, and of the longest. */
const SHORTEST_STEM = 2;
const LONGEST_STEM = 14;

/** What the longest stem of a word stands for. */
function ofStem(word: string): string | undefined {
  for (let length = Math.min(LONGEST_STEM, word.length); length >= SHORTEST_STEM; length--) {
    const found = valueIn(lines(), `${word.slice(0, length)}*`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A word in a script without blanks. */
export interface DenseWord {
  word: string;
  english: string;
}

/** Words in scripts without blanks by their first two letters, the longest first. */
const dense = lazily(() => {
  const found = new Map<string, DenseWord[]>();
  for (const line of lines()) {
    if (!DENSE.test(line)) continue;
    const [word = '', english = ''] = line.split('\t');
    const begin = word.slice(0, DENSE_BEGIN);
    const list = found.get(begin);
    if (list === undefined) found.set(begin, [{ word, english }]);
    else list.push({ word, english });
  }
  for (const list of found.values()) list.sort((a, b) => b.word.length - a.word.length);
  return found;
});

/** A text that begins in a script without blanks. */
export const DENSE = /^[\u3040-\u30ff\u3400-\u9fff]/;
const DENSE_BEGIN = 2;

const KATAKANA = /^[\u30a1-\u30fa\u30fc]/;

/** The longest Chinese or Japanese word that begins at an offset; none begins within a word in katakana. */
export function englishAt(text: string, at: number): DenseWord | undefined {
  const list = dense().get(text.slice(at, at + DENSE_BEGIN));
  if (list === undefined || (at > 0 && KATAKANA.test(text.charAt(at)) && KATAKANA.test(text.charAt(at - 1)))) return undefined;
  return list.find(({ word }) => text.startsWith(word, at));
}

/** Letters before one at which a word may begin that it is a part of. */
const REACH = 2;

/** True for a letter that a longer Chinese or Japanese word holds. */
export function isPartOfWord(text: string, at: number): boolean {
  for (let from = Math.max(0, at - REACH); from <= at; from++) {
    const found = englishAt(text, from);
    if (found !== undefined && from + found.word.length > at) return true;
  }
  return false;
}
