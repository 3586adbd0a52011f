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

/** The words of a sentence in order. Addresses, paths and numbers become words for their kind and, for paths, their name. */
export function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  let negated = false;
  let quoteEnd = -1;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, address, path, dense, word, number, mark] = match;
    const at = match.index;
    const mode = at < quoteEnd ? QUOTED : negated ? NEGATED : SAID;
    if (mark !== undefined) {
      if (ENDS.test(mark)) negated = false;
      const closing = OPENS[mark];
      if (closing !== undefined && at >= quoteEnd) {
        const end = text.indexOf(closing, at + 1);
        if (end !== -1 && end - at > 8 && end - at < MAX_QUOTE) quoteEnd = end;
      }
    } else if (word !== undefined) {
      if (NOT.has(word)) negated = true;
      found.push({ word: hashOf(word), stem: hashOf(word.slice(0, STEM)), at, length: word.length, mode, group: groupOf(word) });
    } else if (dense !== undefined) pushDense(dense, at, mode, found);
    else if (path !== undefined) found.push({ word: hashOf(path.slice(-16)), stem: PATH_STEM, at, length: path.length, mode });
    else if (address !== undefined) found.push({ word: URL_WORD, stem: URL_WORD, at, length: address.length, mode });
    else if (number !== undefined) found.push({ word: NUMBER_WORD, stem: NUMBER_WORD, at, length: number.length, mode });
    else throw new TypeError(`a token without a kind: ${whole}`);
  }
  return found;
}

const PATH_STEM = hashOf('<path>');

/** Scripts without blanks: each two letters in a row are a word. */
function pushDense(run: string, at: number, mode: Mode, into: Token[]): void {
  for (let index = 0; index < Math.max(1, run.length - 1); index++) {
    into.push({ word: hashOf(run.slice(index, index + 2)), stem: hashOf(run.slice(index, index + 1)), at: at + index, length: 2, mode });
  }
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
