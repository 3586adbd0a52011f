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
  /** What other words mean something similar, in English: by number, `NO_GROUP` where none do. */
  narrow: number;
  broad: number;
}

export const NO_GROUP = -1;
const UNGROUPED: WordGroup = { narrow: NO_GROUP, broad: NO_GROUP };

/** How a word stands in its sentence: said, under a negation, or between quotation marks. */
export const SAID = 0;
export const NEGATED = 1;
export const QUOTED = 2;
export type Mode = typeof SAID | typeof NEGATED | typeof QUOTED;

const TOKEN =
  /(https?:\/\/[^\s<>"'`)\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)|((?:~|\$\{?\w+\}?|%\w+%|\.{1,2}|[a-z]:)?[/\\][\w.@~$%{}*/\\-]+|\.[a-z][\w.-]+)|([\u3040-\u30ff\u3400-\u9fff]+)|(--?[a-z][\w-]+|[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*(?:['’-][\p{L}\p{M}]+)*)|(\d+)|([.,;:!?()"“”«»「」『』„`。，、！？；：])/gu;
/** The same for letters of ASCII alone: what the engine need not look up takes half the time. */
const ASCII_TOKEN = new RegExp(TOKEN.source.replaceAll('\\p{L}', 'A-Za-z').replaceAll('\\p{M}', '').replaceAll('\\p{N}', '0-9'), 'g');
const ASCII = /^[\x00-\x7f]*$/;

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

/** A word by itself, wherever it stands. */
export type TokenPiece = Pick<Token, 'word' | 'stem' | 'length' | 'narrow' | 'broad'>;

/** What a stretch without blanks consists of: words, and marks with what they do. */
interface Piece extends TokenPiece {
  at: number;
  /** A mark is no word, but it ends a negation or opens a quotation; empty for a word. */
  mark: string;
  negates: boolean;
}

/** Gets each word of a sentence: what it is, where it starts, and how it stands. */
export type TakeToken = (piece: TokenPiece, at: number, mode: Mode) => void;

/** Visits the words of a sentence in order. Addresses, paths and numbers become words for their kind and, for paths, their name. */
export function eachToken(words: Words, take: TakeToken): void {
  const reader = new TokenReader(words, take);
  const { text } = words;
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf(' ', start);
    const end = found === -1 ? text.length : found;
    if (end > start) reader.stretch(start, end);
    start = end + 1;
  }
}

/** The words of a sentence in order. */
export function tokensOf(words: Words): Token[] {
  const found: Token[] = [];
  eachToken(words, ({ word, stem, length, narrow, broad }, at, mode) => found.push({ word, stem, at, length, mode, narrow, broad }));
  return found;
}

/** Signs that begin no word, path or address, and signs that end a word, by their codes. */
const BEFORE = signs('("`*[#>|,;:!?');
const BEHIND = signs(')"`*],;:!?.');
/** Those of them that end a negation or open a quotation. */
const MARKS = signs('",.;:!?');
/** What a word consists of that nothing else can be: behind it a sign is a sign. */
const PLAIN = signs("abcdefghijklmnopqrstuvwxyz0123456789_-'");

function signs(list: string): Uint8Array {
  const found = new Uint8Array(128);
  for (const sign of list) found[sign.charCodeAt(0)] = 1;
  return found;
}

class TokenReader {
  private negated = false;
  private quoteEnd = -1;
  private readonly text: string;
  /** Index of the first word that may still come. */
  private next = 0;

  constructor(
    private readonly words: Words,
    private readonly take: TakeToken,
  ) {
    this.text = words.text;
  }

  /** Takes in what stands between two blanks. Without the signs around it, it is a word that was met before. */
  stretch(start: number, end: number): void {
    const { text } = this;
    let from = start;
    while (from < end && BEFORE[text.charCodeAt(from)] === 1) this.sign(text.charCodeAt(from), from++);
    let to = from;
    while (to < end && PLAIN[text.charCodeAt(to)] === 1) to++;
    let behind = to;
    while (behind < end && BEHIND[text.charCodeAt(behind)] === 1) behind++;
    // Signs belong to a path or an address, and to what else is no plain word.
    if (behind < end) to = behind = end;
    if (from < to) {
      const pieces = piecesOf(this.wordOf(from, to));
      for (let index = 0; index < pieces.length; index++) this.piece(pieces[index] as Piece, from);
    }
    for (let at = to; at < behind; at++) this.sign(text.charCodeAt(at), at);
  }

  /** Most stretches are a word that was told from the others already. */
  private wordOf(from: number, to: number): Word {
    const { list, starts } = this.words;
    while (this.next < list.length && (starts[this.next] as number) < from) this.next++;
    const word = list[this.next];
    return word !== undefined && starts[this.next] === from && word.text.length === to - from ? word : wordAt(this.text, from, to);
  }

  private piece(piece: Piece, start: number): void {
    const place = start + piece.at;
    if (piece.mark !== '') {
      this.mark(piece.mark, place);
      return;
    }
    const mode = place < this.quoteEnd ? QUOTED : this.negated ? NEGATED : SAID;
    if (piece.negates) this.negated = true;
    this.take(piece, place, mode);
  }

  /** A mark beside a word: few do anything. */
  private sign(code: number, at: number): void {
    if (MARKS[code] === 1) this.mark(String.fromCharCode(code), at);
  }

  private mark(mark: string, at: number): void {
    if (ENDS.test(mark)) this.negated = false;
    const closing = OPENS[mark];
    if (closing === undefined || at < this.quoteEnd) return;
    const end = this.text.indexOf(closing, at + 1);
    if (end !== -1 && end - at > 8 && end - at < MAX_QUOTE) this.quoteEnd = end;
  }
}

const piecesOf = facet((text): readonly Piece[] => [...text.matchAll(ASCII.test(text) ? ASCII_TOKEN : TOKEN)].flatMap(pieceOf));

function pieceOf(match: RegExpExecArray): Piece | Piece[] {
  const [whole, address, path, dense, word, number, mark] = match;
  const at = match.index;
  const { length } = whole;
  if (mark !== undefined) return { ...pieceAt(at, length, 0, 0), mark };
  if (word !== undefined) {
    const piece = pieceAt(at, length, hashOf(word), hashOf(word.slice(0, STEM)), groupOf(word));
    return NOT.has(word) ? { ...piece, negates: true } : piece;
  }
  if (dense !== undefined) return pairsOf(dense, at);
  if (path !== undefined) return pieceAt(at, length, hashOf(path.slice(-16)), PATH_STEM);
  if (address !== undefined) return pieceAt(at, length, URL_WORD, URL_WORD);
  if (number !== undefined) return pieceAt(at, length, NUMBER_WORD, NUMBER_WORD);
  throw new TypeError(`a token without a kind: ${whole}`);
}

function pieceAt(at: number, length: number, word: number, stem: number, { narrow, broad } = UNGROUPED): Piece {
  return { at, length, word, stem, narrow, broad, mark: '', negates: false };
}

const PATH_STEM = hashOf('<path>');

/** Scripts without blanks: each two letters in a row are a word. */
function pairsOf(run: string, at: number): Piece[] {
  return Array.from({ length: Math.max(1, run.length - 1) }, (_, index) =>
    pieceAt(at + index, 2, hashOf(run.slice(index, index + 2)), hashOf(run.slice(index, index + 1))),
  );
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
