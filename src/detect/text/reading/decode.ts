import { decipheredOf } from './ciphers.js';
import { isNaturalLanguage } from './natural.js';
import type { Encoding, Passage } from './passage.js';
import { type Survey, surveyOf } from './survey.js';

/** A text that stands in the document in another form, and the form's name. */
interface Decoded {
  text: string;
  at: number;
  encoding: Encoding | undefined;
}

/**
 * Texts that stand encoded in `text`: base64, hexadecimal, escapes, percent and entity encoding, rot13. Only what decodes to
 * readable text comes back; images, digests and keys do not. One level, two for base64.
 */
export function decodedOf(text: string, survey = surveyOf(text)): Passage[] {
  return [
    ...base64(text, survey),
    ...(survey.hexadecimal ? hexadecimal(text) : []),
    ...escapes(text),
    ...(survey.percent ? percent(text) : []),
    ...entities(text),
    ...rot13(text),
    ...leet(text),
    ...decipheredOf(text, survey).map((found) => ({ ...found, encoding: 'cipher' as const })),
  ].map((found) => ({
    raw: found.text,
    base: found.at,
    channel: 'encoded',
    role: 'prose',
    heading: '',
    leadIn: '',
    derived: true,
    ...(found.encoding && { encoding: found.encoding }),
  }));
}

function* base64(text: string, survey: Survey): Generator<Decoded> {
  for (const [start, end] of survey.base64) {
    const blob = text.slice(start, end);
    if (!/[A-Z]/.test(blob) || !/[a-z]/.test(blob)) continue;
    const bytes = Buffer.from(blob, 'base64');
    const decoded = readable(bytes.toString('utf8')) ?? twice(bytes.toString('latin1')) ?? readable(bytes.toString('utf16le'));
    if (decoded !== undefined) yield { text: decoded, at: start, encoding: 'block' };
  }
}

/** What was encoded twice is decoded twice; no more. */
function twice(once: string): string | undefined {
  return /^[A-Za-z0-9+/_-]{24,}={0,2}\s*$/.test(once) ? readable(Buffer.from(once, 'base64').toString('utf8')) : undefined;
}

function* hexadecimal(text: string): Generator<Decoded> {
  for (const match of text.matchAll(/(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}[\s:]?){16,16384}(?![0-9a-fA-F])/g)) {
    const decoded = readable(Buffer.from(match[0].replace(/[\s:]/g, ''), 'hex').toString('utf8'));
    if (decoded !== undefined) yield { text: decoded, at: match.index, encoding: 'block' };
  }
}

/** Whether most codes stand for plain letters, which need none, or for those of another script. */
function encodingOf(codes: readonly number[]): Encoding {
  const letters = codes.filter((code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122));
  return letters.length * 2 > codes.length ? 'letters' : 'script';
}

/** The begin of an address before the code: a scheme, or a path and a query. */
const IN_ADDRESS = /(?:\w:\/\/|[/?&=#])[^\s"'<>`]{0,500}$/;

function* escapes(text: string): Generator<Decoded> {
  if (!text.includes('\\x') && !text.includes('\\u')) return;
  for (const match of text.matchAll(/(?:\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}){6,8192}/g)) {
    const decoded = match[0].replace(/\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})/g, (_, two: string | undefined, four: string | undefined) =>
      String.fromCharCode(Number.parseInt(two ?? four ?? '0', 16)),
    );
    const codes = [...decoded].map((char) => char.charCodeAt(0));
    if (readable(decoded, 6) !== undefined) yield { text: decoded, at: match.index, encoding: encodingOf(codes) };
  }
}

function* percent(text: string): Generator<Decoded> {
  for (const match of text.matchAll(/(?:%[0-9a-fA-F]{2}[A-Za-z0-9_.~+-]{0,12}){6,8192}/g)) {
    const bytes = match[0].replace(/%([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    const decoded = readable(Buffer.from(bytes, 'latin1').toString('utf8'));
    const codes = [...match[0].matchAll(/%([0-9a-fA-F]{2})/g)].map(([, code = '']) => Number.parseInt(code, 16));
    const encoding = encodingOf(codes);
    const needed = encoding === 'script' && IN_ADDRESS.test(text.slice(Math.max(0, match.index - 500), match.index));
    if (decoded !== undefined) yield { text: decoded, at: match.index, encoding: needed ? undefined : encoding };
  }
}

const ENTITY = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;

/** Numbered entities of plain letters: nobody writes a letter that way but to hide it. */
function* entities(text: string): Generator<Decoded> {
  if (!text.includes('&#')) return;
  for (const match of text.matchAll(/(?:(?:&#[xX]?[0-9a-fA-F]{1,6};){1,60}[^&<>\n]{0,20}){4,2000}/g)) {
    const decoded = match[0].replace(ENTITY, (_, hex: string | undefined, decimal: string | undefined) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    });
    const codes = [...match[0].matchAll(ENTITY)].map(([, hex, decimal]) =>
      hex === undefined ? Number(decimal) : Number.parseInt(hex, 16),
    );
    if (readable(decoded) !== undefined) yield { text: decoded, at: match.index, encoding: encodingOf(codes) };
  }
}

/** Words that hardly any sentence of a language of the Latin script goes without. */
const COMMON = [
  ...[
    'the',
    'and',
    'you',
    'this',
    'that',
    'with',
    'for',
    'from',
    'not',
    'all',
    'into',
    'every',
    'before',
    'user',
    'file',
    'read',
    'of',
    'to',
    'is',
  ],
  ...['der', 'die', 'das', 'den', 'dem', 'und', 'mit', 'von', 'nicht', 'jede', 'jeder', 'auf', 'ist', 'bei'],
  ...[
    'los',
    'las',
    'del',
    'una',
    'que',
    'para',
    'con',
    'por',
    'como',
    'cada',
    'todo',
    'de',
    'la',
    'el',
    'al',
    'le',
    'il',
    'di',
    'un',
    'do',
    'da',
  ],
  ...['les', 'des', 'une', 'dans', 'pour', 'est', 'sur', 'avec', 'vous', 'chaque', 'tout'],
  ...['che', 'della', 'nel', 'alla', 'ogni', 'per', 'sono', 'tutto', 'della'],
  ...['uma', 'dos', 'com', 'sem', 'pelo', 'pela', 'toda', 'como'],
];
const COMMON_WORDS = new RegExp(`(?<!\\p{L})(?:${[...new Set(COMMON)].join('|')})(?!\\p{L})`, 'giu');
/** The same, as rotated letters spell them. */
const TURNED_WORDS = new RegExp(`\\b(?:${[...new Set(COMMON)].map(rotate).join('|')})\\b`, 'gi');

/** Where rotated letters read as language and the letters as written do not. Bounded: it is tried only where common words are turned. */
function* rot13(text: string): Generator<Decoded> {
  const named = /rot-?13|caesar/i.test(text);
  if (!named && !hasTurnedWords(text)) return;
  for (const match of text.matchAll(/[^\n]{16,4000}/g)) {
    for (const part of sentencesOf(match[0])) {
      if (turnedWords(part.text) < LEAST_TURNED) continue;
      const turned = rotate(part.text);
      if (words(turned) > words(part.text) + 1 && isNaturalLanguage(turned))
        yield { text: turned, at: match.index + part.at, encoding: 'block' };
    }
  }
}

/** A word with digits among its letters in the place of letters. */
const LEET_WORD = /(?<![\w.`/@#:+-])(?:[a-z]+[013457]+[a-z]|[013457][a-z]{2})[a-z013457]*(?![\w`/@-])/gi;
/** The same with a digit at its end, which counts only beside others. */
const LEET_AGAIN = /(?<![\w.`/@#:+-])(?=[013457]*[a-z])[a-z013457]*[013457][a-z013457]*(?![\w`/@-])/gi;
const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };
/** What each of them has. */
const LEET_DIGIT = /[013457][a-z]/gi;
const LEAST_LEET = 3;

/**
 * Sentences whose letters are digits that look like them: three different words of it and every third at least, which names and versions do
 * not make, nor one name said again.
 */
function* leet(text: string): Generator<Decoded> {
  if ((text.match(LEET_DIGIT)?.length ?? 0) < LEAST_LEET || (text.match(LEET_WORD)?.length ?? 0) < LEAST_LEET) return;
  for (const match of text.matchAll(/[^\n]{16,4000}/g)) {
    for (const part of sentencesOf(match[0])) {
      const found = new Set(part.text.toLowerCase().match(LEET_WORD)).size;
      if (found < LEAST_LEET || found * 3 < part.text.trim().split(/\s+/).length) continue;
      const plain = part.text.replace(LEET_AGAIN, (word) => word.replace(/\d/g, (digit) => LEET[digit] ?? digit));
      if (isNaturalLanguage(plain)) yield { text: plain, at: match.index + part.at, encoding: 'cipher' };
    }
  }
}

/** The common words that a text has when its letters are rotated, told without rotating them. */
const COMMON_WHEN_TURNED = new RegExp(`(?<!\\p{L})(?:${[...new Set(COMMON)].map(turnedPattern).join('|')})(?!\\p{L})`, 'giu');
const LEAST_TURNED = 2;

/** Without case, two letters beyond ASCII stand for an s and a k; they do not rotate. */
function turnedPattern(word: string): string {
  return [...word].map((letter) => (letter === 's' ? '[f\u017f]' : letter === 'k' ? '[x\u212a]' : rotate(letter))).join('');
}

function turnedWords(text: string): number {
  return text.match(COMMON_WHEN_TURNED)?.length ?? 0;
}

/** Two of them, so that one word that is a name does not cost a closer look. */
function hasTurnedWords(text: string): boolean {
  TURNED_WORDS.lastIndex = 0;
  return TURNED_WORDS.test(text) && TURNED_WORDS.test(text);
}

function* sentencesOf(line: string): Generator<{ text: string; at: number }> {
  for (const match of line.matchAll(/[^.!?:]{8,4000}(?:[.!?:](?=\S)[^.!?:]{1,4000}){0,40}/g)) yield { text: match[0], at: match.index };
}

function words(text: string): number {
  return text.match(COMMON_WORDS)?.length ?? 0;
}

function rotate(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const start = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
  });
}

/** Looked for from each gap to both sides, so that a long word is not gone through from each of its letters. */
const TWO_WORDS = /(?<=\p{L}{2}\S{0,60})\s(?=\S{0,60}\p{L}{2})/u;

/** The text when it is language or commands: printable throughout, mostly letters, more than one word. */
function readable(text: string, least = 12): string | undefined {
  if (text.length < least || /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text)) return undefined;
  const letters = text.match(/[\p{L}\p{M}\s.,/:'"-]/gu)?.length ?? 0;
  const foreign = /[\u3040-\u9fff\uac00-\ud7af]/.test(text) && /[\u3040-\u30ff\u3001\u3002\uff0c]|[\u0020-\u007e]{4}/.test(text);
  const worded = TWO_WORDS.test(text) || foreign;
  return worded && (letters > text.length * 0.7 || isNaturalLanguage(text)) ? text : undefined;
}
