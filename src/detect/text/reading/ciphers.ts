import { inflateSync, unzipSync } from 'node:zlib';
import { isNaturalLanguage } from './natural.js';
import type { Survey } from './survey.js';

/** A text that a line of code would recover, and where it stands. */
interface Deciphered {
  text: string;
  at: number;
}

/** Letters as numbers: 16 and more, decimal or hexadecimal, in a list. */
const NUMBERS = /(?<![\w.])(?:0x[\da-fA-F]{1,2}|\d{1,3})(?:[,;\s]{1,8}(?:0x[\da-fA-F]{1,2}|\d{1,3})){15,8191}(?![\w.])/g;
const DIGITS = /(?<![\da-fA-F])(?:[\da-fA-F]{2}){16,8192}(?![\da-fA-F])/g;

/** Stretches of one text that are tried, and bytes of each. */
const MAX_TRIED = 64;
const MAX_BYTES = 16_384;
/** Bytes that must be text before the rest is looked at. */
const PROBE = 16;
/** Different letters of the shortest order; a rule of dashes has one. */
const LEAST_LETTERS = 8;

/**
 * Texts under what hides them from a reader and from a search, and what every script undoes in a line: numbers for letters, XOR with a
 * byte, a shift, the reverse order, compression. They are tried, not recognised by the code beside them. What comes out counts only
 * when it is language or a command, which chance does not produce.
 */
export function decipheredOf(text: string, survey: Survey): Deciphered[] {
  const found: Deciphered[] = [];
  let tried = 0;
  for (const { bytes, at, plain } of byteRuns(text, survey)) {
    if (++tried > MAX_TRIED) break;
    const words = decipher(bytes, plain);
    if (words !== undefined) found.push({ text: words, at });
  }
  return found;
}

interface ByteRun {
  bytes: Uint8Array;
  at: number;
  /** Its own text counts too: nobody else looks at it. */
  plain: boolean;
}

function* byteRuns(text: string, survey: Survey): Generator<ByteRun> {
  for (const match of survey.numbers ? text.matchAll(NUMBERS) : []) {
    const bytes = match[0].split(/[,;\s]+/, MAX_BYTES).map(Number);
    if (bytes.every((byte) => byte < 256)) yield { bytes: Uint8Array.from(bytes), at: match.index, plain: true };
  }
  for (const match of survey.hexadecimal ? text.matchAll(DIGITS) : [])
    yield { bytes: Buffer.from(match[0], 'hex'), at: match.index, plain: false };
  for (const [start, end] of survey.base64) {
    const blob = text.slice(start, Math.min(end, start + MAX_BYTES));
    yield { bytes: Buffer.from(blob, 'base64'), at: start, plain: false };
    if (text[start - 1] === '=') yield { bytes: Buffer.from([...blob].reverse().join(''), 'base64'), at: start, plain: true };
  }
}

function decipher(bytes: Uint8Array, plain: boolean): string | undefined {
  const unpacked = inflated(bytes);
  if (unpacked !== undefined) return wordsOf(unpacked);
  // Under most keys a plain text is one still, in other letters.
  if (bytes.every(isText)) return (plain ? wordsOf(bytes) : undefined) ?? backwards(bytes);
  return underKey(bytes);
}

const COMMON = /\b(?:the|and|to|you|this|that|with|for|from|not|all|of|is|in|user|file)\b/gi;

/** Every sentence has the form of words backwards too: some of them must be common ones, and more than there are forwards. */
function backwards(bytes: Uint8Array): string | undefined {
  const text = wordsOf(bytes.slice().reverse());
  const forwards = Buffer.from(bytes).toString('latin1').match(COMMON)?.length ?? 0;
  return text !== undefined && (text.match(COMMON)?.length ?? 0) > forwards + 1 ? text : undefined;
}

/** Bytes that were compressed with zlib or gzip, by their first two (RFC 1950, section 2.2; RFC 1952, section 2.3.1). */
function inflated(bytes: Uint8Array): Uint8Array | undefined {
  const [first, second = 0] = bytes;
  const isZlib = first === 0x78 && (first * 256 + second) % 31 === 0;
  if (!isZlib && !(first === 0x1f && second === 0x8b)) return undefined;
  try {
    return (isZlib ? inflateSync : unzipSync)(bytes, { maxOutputLength: MAX_BYTES });
  } catch {
    return undefined;
  }
}

const UNDO = [(byte: number, key: number) => byte ^ key, (byte: number, key: number) => (byte + key) & 255] as const;

/** Tries XOR with, and addition of, every byte. */
function underKey(bytes: Uint8Array): string | undefined {
  for (let key = 1; key < 256; key++) {
    for (const undo of UNDO) {
      if (!beginsAsText(bytes, key, undo)) continue;
      const words = wordsOf(bytes.map((byte) => undo(byte, key)));
      if (words !== undefined) return words;
    }
  }
  return undefined;
}

/** Most keys fail at the first bytes, so nothing is made for them. */
function beginsAsText(bytes: Uint8Array, key: number, undo: (typeof UNDO)[number]): boolean {
  const end = Math.min(bytes.length, PROBE);
  for (let at = 0; at < end; at++) if (!isText(undo(bytes[at] as number, key))) return false;
  return true;
}

function isText(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13;
}

const COMMAND =
  /\b(?:curl|wget|bash|sh|zsh|python3?|node|powershell|iex|nc|chmod|eval|exec|os\.system|subprocess|child_process|socket)(?=[\s"'(.]|$)[^\n]{0,80}(?:https?:\/\/|[|;&]|-[a-z]\b|\()/i;

/** Of a hundred characters of a command; chance makes fewer of them what words and paths are made of. */
const LEAST_PLAIN = 80;

/** Five hundred keys make a short name such as `sh` of many bytes, but among signs that no command has so many of. */
function isCommand(text: string): boolean {
  return COMMAND.test(text) && (text.match(/[\w\s/.:-]/g)?.length ?? 0) * 100 >= LEAST_PLAIN * text.length;
}

function wordsOf(bytes: Uint8Array): string | undefined {
  if (bytes.length < 16 || new Set(bytes).size < LEAST_LETTERS || !bytes.every(isText)) return undefined;
  const text = Buffer.from(bytes).toString('latin1');
  return isNaturalLanguage(text) || isCommand(text) ? text : undefined;
}
