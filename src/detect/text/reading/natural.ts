/** A word as prose has it: letters with at least one vowel of the Latin script, or of another script altogether. */
const WORD = /^[\p{Pi}"'(]?(?:\p{Lu}?[\p{Ll}\p{M}'’-]{0,24}|[\p{Lo}\p{M}]{1,24}|\p{Lu}{2,24})[\p{Pf}"').,;:!?…。、]{0,3}$/u;
const LATIN = /[a-z]/i;
const VOWEL = /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüœ]/i;

/** Scripts that put no blanks between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/gu;

/** Code spans, addresses and numbers in a sentence are its objects: they neither make it language nor unmake it. */
const SPAN = /`[^`\n]{1,200}`|\b[a-z]{2,6}:\/\/\S{1,300}/giu;
const NUMBER = /^[+(]?\d[\d.,:()-]*$/;

/**
 * True for text that a person would say: four words in a row that have the form of words, not all the same, and little else; or eight characters of a
 * script without blanks. Names, paths, markup, code and key material are none.
 */
export function isNaturalLanguage(text: string): boolean {
  if ((text.match(UNSPACED)?.length ?? 0) >= 8) return true;
  const tokens = text.replace(SPAN, ' ').trim().split(/\s+/, 400);
  let words = 0;
  let numbers = 0;
  let run = 0;
  let longest = 0;
  const different = new Set<string>();
  for (const token of tokens) {
    const isWord = WORD.test(token) && (!LATIN.test(token) || VOWEL.test(token));
    if (NUMBER.test(token)) numbers++;
    if (isWord) {
      words++;
      different.add(token.toLowerCase());
    }
    run = isWord ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest >= 4 && different.size >= 4 && words * 10 >= (tokens.length - numbers) * 6;
}
