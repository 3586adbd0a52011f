import { facet, type Word, type Words, wordAt } from '../reading/words.js';
import { groupOf, type WordGroup } from './word-groups.js';

/** A word of a clean sentence as the learned opinion reads it: by hash, with what surrounds it. */
export interface Token {
  /** Hash of the word, and of its first letters: inflections share those. */
  word: number;
  stem: number;
  /** Where it starts in the sentence, and how long it is, in UTF-16 units. */
  at: number;
  length: number;
  mode: Mode;
  /** What other words mean something similar, in English. */
  group?: WordGroup | undefined;
}

/** How a word stands in its sentence: said, under a negation, or between quotation marks. */
export const SAID = 0;
export const NEGATED = 1;
export const QUOTED = 2;
export type Mode = typeof SAID | typeof NEGATED | typeof QUOTED;

const TOKEN =
  /(https?:\/\/[^\s<>"'`)\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)|((?:~|\$\{?\w+\}?|%\w+%|\.{1,2}|[a-z]:)?[/\\][\w.@~$%{}*/\\-]+|\.[a-z][\w.-]+)|([\u3040-\u30ff\u3400-\u9fff]+)|(--?[a-z][\w-]+|[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*(?:['’-][\p{L}\p{M}]+)*)|(\d+)|([.,;:!?()"“”«»「」『』„`。，、！？；：])/gu;

/** Words after which a clause is negated, in English; other languages are told by the concept `negate`. */
const NOT = new Set(
  "not never don't don’t doesn't isn't aren't won't can't cannot shouldn't mustn't without avoid no refuse forbidden prohibited".split(' '),
);
const OPENS: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»', '「': '」', '『': '』', '„': '“' };
const ENDS = /[.,;:!?。，；：！？]/;
/** Letters that words of one stem share. */
const STEM = 5;
/** Longest quotation that is looked for. */
const MAX_QUOTE = 600;

const URL_WORD = hashOf('<url>');
const NUMBER_WORD = hashOf('<number>');

/** What a stretch without blanks consists of: words, and marks with what they do. */
interface Piece {
  at: number;
  length: number;
  word: number;
  stem: number;
  group?: WordGroup | undefined;
  /** A mark is no word, but it ends a negation or opens a quotation. */
  mark?: string;
  negates?: true;
}

/** The words of a sentence in order. Addresses, paths and numbers become words for their kind and, for paths, their name. */
export function tokensOf(words: Words): Token[] {
  const reader = new TokenReader(words);
  const { text } = words;
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf(' ', start);
    const end = found === -1 ? text.length : found;
    if (end > start) reader.stretch(start, end);
    start = end + 1;
  }
  return reader.found;
}

/** Signs that begin no word, path or address, and signs that end a word, by their codes. */
const BEFORE = signs('("`*[#>|,;:!?');
const BEHIND = signs(')"`*],;:!?.');
/** What a word consists of that nothing else can be: behind it a sign is a sign. */
const PLAIN = signs("abcdefghijklmnopqrstuvwxyz0123456789_-'");

function signs(list: string): Uint8Array {
  const found = new Uint8Array(128);
  for (const sign of list) found[sign.charCodeAt(0)] = 1;
  return found;
}

class TokenReader {
  readonly found: Token[] = [];
  private negated = false;
  private quoteEnd = -1;
  private readonly text: string;
  /** Index of the first word that may still come. */
  private next = 0;

  constructor(private readonly words: Words) {
    this.text = words.text;
  }

  /** Takes in what stands between two blanks. Without the signs around it, it is a word that was met before. */
  stretch(start: number, end: number): void {
    const { text } = this;
    let from = start;
    while (from < end && BEFORE[text.charCodeAt(from)] === 1) this.mark(text[from] as string, from++);
    let to = from;
    while (to < end && PLAIN[text.charCodeAt(to)] === 1) to++;
    let behind = to;
    while (behind < end && BEHIND[text.charCodeAt(behind)] === 1) behind++;
    // Signs belong to a path or an address, and to what else is no plain word.
    if (behind < end) to = behind = end;
    if (from < to) for (const piece of piecesOf(this.wordOf(from, to))) this.piece(piece, from);
    for (let at = to; at < behind; at++) this.mark(text[at] as string, at);
  }

  /** Most stretches are a word that was told from the others already. */
  private wordOf(from: number, to: number): Word {
    const { list, starts } = this.words;
    while (this.next < list.length && (starts[this.next] as number) < from) this.next++;
    const word = list[this.next];
    return word !== undefined && starts[this.next] === from && word.text.length === to - from ? word : wordAt(this.text, from, to);
  }

  private piece({ at, mark, negates, length, word, stem, group }: Piece, start: number): void {
    const place = start + at;
    if (mark !== undefined) {
      this.mark(mark, place);
      return;
    }
    const mode = place < this.quoteEnd ? QUOTED : this.negated ? NEGATED : SAID;
    if (negates) this.negated = true;
    this.found.push({ word, stem, at: place, length, mode, group });
  }

  private mark(mark: string, at: number): void {
    if (ENDS.test(mark)) this.negated = false;
    const closing = OPENS[mark];
    if (closing === undefined || at < this.quoteEnd) return;
    const end = this.text.indexOf(closing, at + 1);
    if (end !== -1 && end - at > 8 && end - at < MAX_QUOTE) this.quoteEnd = end;
  }
}

const piecesOf = facet((text): Piece[] => [...text.matchAll(TOKEN)].flatMap(pieceOf));

function pieceOf(match: RegExpExecArray): Piece | Piece[] {
  const [whole, address, path, dense, word, number, mark] = match;
  const at = match.index;
  const length = whole.length;
  if (mark !== undefined) return { at, length, word: 0, stem: 0, mark };
  if (word !== undefined)
    return {
      at,
      length,
      word: hashOf(word),
      stem: hashOf(word.slice(0, STEM)),
      group: groupOf(word),
      ...(NOT.has(word) && { negates: true }),
    };
  if (dense !== undefined) return pairsOf(dense, at);
  if (path !== undefined) return { at, length, word: hashOf(path.slice(-16)), stem: PATH_STEM };
  if (address !== undefined) return { at, length, word: URL_WORD, stem: URL_WORD };
  if (number !== undefined) return { at, length, word: NUMBER_WORD, stem: NUMBER_WORD };
  throw new TypeError(`a token without a kind: ${whole}`);
}

const PATH_STEM = hashOf('<path>');

/** Scripts without blanks: each two letters in a row are a word. */
function pairsOf(run: string, at: number): Piece[] {
  return Array.from({ length: Math.max(1, run.length - 1) }, (_, index) => ({
    at: at + index,
    length: 2,
    word: hashOf(run.slice(index, index + 2)),
    stem: hashOf(run.slice(index, index + 1)),
  }));
}

/** FNV-1a over UTF-16 units (http://www.isthe.com/chongo/tech/comp/fnv/), with a last mix. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return mix(hash, 0);
}

/** One number from two, well spread (the finisher of MurmurHash3). */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
