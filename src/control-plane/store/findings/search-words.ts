const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** Longest word that is indexed; the rest of a longer one is left out. */
const WORD_MAX = 100;

/** Words of a text in lower case, in their order. */
export function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, WORD_MAX));
}

/** How `findings.search` holds texts: words in lower case, a space before each, so that ` lod` finds the beginning of a word. */
export function wordsOf(texts: readonly string[], max = 2000): string {
  const words = wordsIn(texts.join(' '));
  return words.length === 0 ? '' : ` ${words.join(' ')}`.slice(0, max);
}

/** What a person typed, as phrases: `cve-2021-44228 lodash` asks for ` cve 2021 44228` and ` lodash`, each also as a beginning. */
export function phrasesOf(query: string): string[][] {
  return query
    .split(/\s+/)
    .map(wordsIn)
    .filter((words) => words.length > 0);
}
