import { facet } from './vocabulary.js';
import type { Words } from './words.js';

/** Languages whose words of orders are known, by their codes in ISO 639-1. */
export type Tongue = 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt' | 'ru' | 'zh' | 'ja' | 'ko';

/** Words that only their own language has among the Latin ones, or that it has far more often than others. */
const SMALL_WORDS: readonly (readonly [Tongue, string])[] = [
  ['en', 'the of and with this your that when are from is to it or as every be not its into for on in a an at by no do all any'],
  [
    'de',
    'der die das den dem des ein eine einen einer und mit für auf ist wird sich von zu zur zum im an nicht vor bei jede jeden in als aus am dich alle alles dein deine',
  ],
  ['es', 'el los las del que una y al cada para con por lo se es como tu su en de la antes un a no todo todos todas sin desde'],
  [
    'fr',
    'le les du une des et dans chaque aux au pour avec est sur ce cette de la à que avant par un en ne pas tout toute tous toutes sans vous',
  ],
  [
    'it',
    'il lo la le i gli dei della delle dello del nel nella ogni che e con per di alla al da un una in a prima è sia non tutti tutto tutte come',
  ],
  ['pt', 'o os a as do da dos das no na em um uma ao e à cada com para que não é pelo pela de antes todos todas tudo sem como por se'],
];

/** Letters that one of these languages has alone, or nearly so: a short sentence may have no small word. */
const LETTERS: Readonly<Partial<Record<Tongue, string>>> = { de: 'äöüß', es: 'ñ¿¡', fr: 'œùëîè', it: 'òì', pt: 'ãõ' };

/** For a small word, or a letter by itself, the numbers of the languages that it speaks for. */
const WITNESSES = new Map<string, number[]>();
for (const [index, [tongue, list]] of SMALL_WORDS.entries()) {
  for (const word of list.split(' ')) WITNESSES.set(word, [...(WITNESSES.get(word) ?? []), index]);
  for (const letter of LETTERS[tongue] ?? '') WITNESSES.set(`*${letter}`, [index]);
}
const LONGEST_SMALL_WORD = 6;

/** True for a small word of one of the languages of the Latin script. */
export function isSmallWord(word: string): boolean {
  return WITNESSES.has(word);
}

/** What a text shows of its language. */
export interface Voices {
  /** The first script of `SCRIPTS` that it has letters of; their number where it has none. */
  script: number;
  /** How many small words and letters of each language of the Latin script it has. */
  counts: readonly number[];
}

/** Scripts that tell the language; the first that occurs decides. */
const SCRIPTS: readonly (readonly [Tongue, RegExp])[] = [
  ['ja', /[\u3040-\u30ff]/],
  ['ko', /[\uac00-\ud7af]/],
  ['zh', /[\u4e00-\u9fff]/],
  ['ru', /[\u0400-\u04ff]/],
];
const BEYOND_LATIN = /[\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;

/** The voices of clean text. */
export function voicesOf(words: Words): Voices {
  const { text } = words;
  const script = BEYOND_LATIN.test(text) ? SCRIPTS.findIndex(([, letters]) => letters.test(text)) : SCRIPTS.length;
  return { script, counts: ASCII.test(text) ? witnessesAmong(words) : witnessesIn(text) };
}

/** Small words that one language must have more of than any other, to be told by them alone. */
const CLEAR = 2;

/** The language, where letters or small words leave no doubt: it is looked up for every sentence, and other words take longer. */
export function clearTongueOf(voices: Voices, more?: Voices): Tongue | undefined {
  const script = SCRIPTS[Math.min(voices.script, more?.script ?? SCRIPTS.length)]?.[0];
  if (script !== undefined) return script;
  let [most, highest, second] = [0, -1, -1];
  for (let index = 0; index < SMALL_WORDS.length; index++) {
    const count = (voices.counts[index] ?? 0) + (more?.counts[index] ?? 0);
    if (count > highest) [most, highest, second] = [index, count, highest];
    else if (count > second) second = count;
  }
  return highest - second >= CLEAR ? SMALL_WORDS[most]?.[0] : undefined;
}

/** How much of a word that has a meaning in a language speaks for it, of what a small word does. */
const SHARE = 0.5;

/**
 * The language of sentences that are read as one, by their letters and then by their small words; English where nothing tells.
 * @param known for each longer word that has a meaning in some languages: these languages
 */
export function tongueOf(voices: Voices, more?: Voices, known: Iterable<ReadonlySet<string>> = []): Tongue {
  const script = Math.min(voices.script, more?.script ?? SCRIPTS.length);
  const told = SCRIPTS[script]?.[0];
  if (told !== undefined) return told;
  const counts = SMALL_WORDS.map((_, index) => (voices.counts[index] ?? 0) + (more?.counts[index] ?? 0));
  for (const languages of known)
    for (const [index, [tongue]] of SMALL_WORDS.entries())
      if (languages.has(tongue)) counts[index] = (counts[index] ?? 0) + SHARE / languages.size;
  return SMALL_WORDS[counts.indexOf(Math.max(...counts))]?.[0] ?? 'en';
}

const ASCII = /^[\x00-\x7f]*$/;

/** The languages that a word speaks for where it stands by itself: letters in a row, and where they begin in the word. */
const spokenFor = facet((word): readonly { start: number; end: number; languages: readonly number[] }[] =>
  [...word.matchAll(/[a-z]+/g)].flatMap(({ index, 0: letters }) => {
    const languages = WITNESSES.get(letters);
    return languages === undefined ? [] : [{ start: index, end: index + letters.length, languages }];
  }),
);

/** The same as `witnessesIn`, for text of ASCII letters alone. */
function witnessesAmong(words: Words): number[] {
  const { text } = words;
  const counts = SMALL_WORDS.map(() => 0);
  for (let index = 0; index < words.count; index++) {
    for (const { start, end, languages } of spokenFor(words.number(index))) {
      const at = words.start(index);
      if (isJoint(text.charCodeAt(at + start - 1), true) || isJoint(text.charCodeAt(at + end), false)) continue;
      for (const language of languages) counts[language] = (counts[language] ?? 0) + 1;
    }
  }
  return counts;
}

/** How many small words and letters of each language a text has. */
function witnessesIn(text: string): number[] {
  const counts = SMALL_WORDS.map(() => 0);
  const count = (key: string) => {
    for (const index of WITNESSES.get(key) ?? []) counts[index] = (counts[index] ?? 0) + 1;
  };
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= FIRST_SPECIAL) count(`*${text[at]}`);
    if (isLetter(code)) {
      if (start === -1) start = at;
      continue;
    }
    if (start !== -1 && at - start <= LONGEST_SMALL_WORD && !isJoint(text.charCodeAt(start - 1), true) && !isJoint(code, false))
      count(text.slice(start, at));
    start = -1;
  }
  return counts;
}

const FIRST_SPECIAL = 0xa1;

/** Letters of Latin scripts; text is in lower case. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 0xdf && code !== 0xf7 && code < 0x250) || code >= 0x370;
}

/** What joins a word to a name or path; an apostrophe does so only before the word. */
function isJoint(code: number, isBefore: boolean): boolean {
  return code === 0x60 || code === 0x2e || code === 0x2f || code === 0x2d || (isBefore && code === 0x27);
}

/** Words, and endings of verbs, that stand for what the sentence before names. */
const PRONOUNS: Readonly<Record<Tongue, RegExp>> = {
  en: /(?<![\w'-])(?:it|them|this|that|these|those|everything)(?![\w'-])/,
  de: /(?<!\p{L})(?:sie|es|ihn|ihm|das|dies\p{L}*|alles|davon|darin|damit)(?!\p{L})/u,
  es: /(?<!\p{L})(?:lo|todo|esto|eso)(?!\p{L})|\p{L}{2}(?:lo|los|[aeiáéír]las?)(?!\p{L})/u,
  fr: /-(?:le|la|les)(?!\p{L})|(?<!\p{L})(?:cela|ceci|tout)(?!\p{L})|(?<!\p{L})(?:faut|à|de|pour|peut|doit|devez|convient de|veuillez) (?:l'|(?:le|la|les) )/u,
  it: /(?<!\p{L})(?:tutto|questo|ciò|lo|li)(?!\p{L})|\p{L}{2}(?:[aeir]l[oaie]|gliel\p{L})(?!\p{L})/u,
  pt: /-(?:[oa]s?|l[oa]s?|n[oa]s?)(?!\p{L})|(?<!\p{L})(?:tudo|isso|isto)(?!\p{L})/u,
  ru: /(?<!\p{L})(?:его|её|ее|их|это|всё|все|него|неё|них|ему)(?!\p{L})/u,
  zh: /[它其]|这个|此项|全部/,
  ja: /それ|これ|その(?:もの|内容)|そこ/,
  ko: /그것|이것|그걸|이걸|그 내용|이를|모두/,
};

/** True when a sentence speaks of something that another one names. */
export function refersBack(text: string, tongue: Tongue): boolean {
  return PRONOUNS[tongue].test(text);
}
