/** Letters of other scripts that look like Latin ones, after Unicode Technical Standard 39; lower case. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  һ: 'h',
  ӏ: 'l',
  ԛ: 'q',
  ԝ: 'w',
  к: 'k',
  м: 'm',
  т: 't',
  в: 'b',
  н: 'h',
  г: 'r',
  п: 'n',
  ѵ: 'v',
  ь: 'b',
  ү: 'y',
  // Greek
  α: 'a',
  ο: 'o',
  ν: 'v',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  ι: 'i',
  κ: 'k',
  ϲ: 'c',
  ε: 'e',
  χ: 'x',
  η: 'n',
  σ: 'o',
  γ: 'y',
  β: 'b',
  ω: 'w',
  μ: 'u',
  // Armenian, Cherokee small capitals, Latin letters made for phonetics
  օ: 'o',
  ս: 'u',
  ո: 'n',
  հ: 'h',
  ց: 'g',
  զ: 'q',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ı: 'i',
  ʏ: 'y',
  ᴏ: 'o',
  ᴄ: 'c',
  ᴠ: 'v',
  ᴡ: 'w',
  ꜱ: 's',
  ɪ: 'i',
  ʀ: 'r',
  ɴ: 'n',
  ʜ: 'h',
  ʟ: 'l',
  ᴀ: 'a',
  ᴇ: 'e',
  ᴛ: 't',
  ᴜ: 'u',
  ᴅ: 'd',
  ᴘ: 'p',
  ᴍ: 'm',
  ᴋ: 'k',
  ʙ: 'b',
};

const LATIN = /[a-zA-Z]/;
const FOREIGN = /[\u0370-\u058f\u0250-\u02af\u1d00-\u1d7f\ua730-\ua7ff\u0131]/;

/** What ends a word of letters that may imitate each other: those of Chinese, Japanese and Korean imitate none, and stand between all others in a broken encoding. */
const BETWEEN_LETTERS = /[^\p{L}]+|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+/u;

/** True for a word that mixes Latin letters with look-alikes of another script. Units and names of quantities (μm, σ_A) do not. */
export function isMixedScript(word: string): boolean {
  if (!LATIN.test(word) || !FOREIGN.test(word)) return false;
  return word.split(BETWEEN_LETTERS).some((letters) => letters.length > 2 && LATIN.test(letters) && [...letters].some(isLookAlike));
}

function isLookAlike(letter: string): boolean {
  return Object.hasOwn(LOOK_ALIKES, letter.toLowerCase());
}

/** The word with look-alikes replaced by the Latin letters they imitate, one character for one. */
export function foldLookAlikes(word: string): string {
  return [...word].map((char) => imitatedLetter(char) ?? char).join('');
}

/** The Latin letter that a letter imitates. */
export function imitatedLetter(char: string): string | undefined {
  const lower = char.toLowerCase();
  return Object.hasOwn(LOOK_ALIKES, lower) ? LOOK_ALIKES[lower] : undefined;
}

/** Characters that show nothing: format characters, fillers, selectors; not line breaks and spaces. */
const INVISIBLE = /^[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc]$/u;

/** True for a character that takes no place on screen. */
export function isInvisible(char: string): boolean {
  return char > '\u00ac' && INVISIBLE.test(char);
}

/** Scripts written without spaces, or with particles glued to words: a word may begin and end anywhere. */
export function isGlued(code: number): boolean {
  return (code >= 0x0600 && code <= 0x06ff) || (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3);
}

const LETTER = /^[\p{L}\p{M}\p{N}_]$/u;
const letterCache = new Map<number, boolean>();

/** True for letters, marks, digits and `_`, by UTF-16 unit (surrogates count as letters). */
export function isWordUnit(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || (code >= 65 && code <= 90);
  let known = letterCache.get(code);
  if (known === undefined) {
    known = (code >= 0xd800 && code <= 0xdfff) || LETTER.test(String.fromCharCode(code));
    letterCache.set(code, known);
  }
  return known;
}
