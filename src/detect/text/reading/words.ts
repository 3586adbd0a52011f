import { isGlued, isWordUnit } from './letters.js';

/**
 * Letters and digits in a row. A few thousand such words make up most texts, so each reader looks at one by itself once (`facet`), and
 * then only at how they stand together.
 */
export interface Word {
  readonly text: string;
  /** What each reader saw, by the reader's number. */
  readonly seen: unknown[];
  /** Met again since the vocabulary was last cleared out. */
  again: boolean;
}

let readers = 0;

/** What a reader sees in a word by itself; every word is read once as long as it is remembered. */
export function facet<T>(read: (text: string) => T): (word: Word) => T {
  const number = readers++;
  return (word) => {
    const known = word.seen[number];
    if (known !== undefined) return known as T;
    const found = read(word.text);
    word.seen[number] = found;
    return found;
  };
}

/** The words of a text in order, and where each starts. In scripts whose words are glued together no word is told from the next. */
export class Words {
  readonly list: Word[] = [];
  readonly starts: number[] = [];

  private constructor(readonly text: string) {}

  static of(text: string): Words {
    const words = new Words(text);
    words.read(0, text.length);
    return words;
  }

  /** The words of a part of the text, as of a text by itself: what is cut in the middle is another word. */
  within(from: number, to: number): Words {
    const part = new Words(this.text.slice(from, to));
    for (let index = this.firstBehind(from); index < this.list.length; index++) {
      const word = this.list[index] as Word;
      const start = this.starts[index] as number;
      if (start >= to) break;
      const end = start + word.text.length;
      if (start >= from && end <= to) part.push(word, start - from);
      else part.read(Math.max(start, from) - from, Math.min(end, to) - from);
    }
    return part;
  }

  private push(word: Word, start: number): void {
    this.list.push(word);
    this.starts.push(start);
  }

  /** Takes in the words of a stretch of the text. */
  private read(from: number, to: number): void {
    const { text } = this;
    for (let at = from; at < to; at++) {
      let code = text.charCodeAt(at);
      if (!isOfWord(code)) continue;
      const start = at;
      let hash = FIRST_HASH;
      do {
        hash = Math.imul(hash ^ code, HASH_FACTOR);
        code = ++at < to ? text.charCodeAt(at) : 0;
      } while (isOfWord(code));
      this.push(wordOf(text, start, at, hash), start);
    }
  }

  /** Index of the first word that ends behind an offset. */
  private firstBehind(offset: number): number {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] as number) + (this.list[middle] as Word).text.length <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => (isWordUnit(code) ? 1 : 0));

function isOfWord(code: number): boolean {
  return code < 128 ? ASCII[code] === 1 : isWordUnit(code) && !isGlued(code);
}

/** Words that were met of late, in a table of places by hash. When it is full, those that were met only once are forgotten. */
class Vocabulary {
  private readonly places = new Int32Array(SIZE);
  private words: Word[] = [];

  word(text: string, start: number, end: number, hash: number): Word {
    let place = placeOf(hash);
    for (let number = this.places[place] as number; number !== 0; number = this.places[place] as number) {
      const known = this.words[number - 1] as Word;
      if (isAt(known.text, text, start, end)) {
        known.again = true;
        return known;
      }
      place = (place + 1) & (SIZE - 1);
    }
    const word = newWord(apart(text.slice(start, end)));
    if (this.words.length === MOST) this.clearOut();
    this.put(word, hash);
    return word;
  }

  private put(word: Word, hash: number): void {
    let place = placeOf(hash);
    while (this.places[place] !== 0) place = (place + 1) & (SIZE - 1);
    this.places[place] = this.words.push(word);
  }

  /** Words of a text about something else would push out those of every text; where all came again, all go. */
  private clearOut(): void {
    const kept = this.words.filter(({ again }) => again);
    this.words = [];
    this.places.fill(0);
    if (kept.length > MOST_KEPT) return;
    for (const word of kept) {
      word.again = false;
      this.put(word, hashAt(word.text, 0, word.text.length));
    }
  }
}

const SIZE = 1 << 16;
const MOST = 24_000;
const MOST_KEPT = 18_000;
/** Longer ones are data: they do not come again. */
const LONGEST = 40;
const vocabulary = new Vocabulary();

/** A stretch of a text as a word, whatever it is made of. */
export function wordAt(text: string, start: number, end: number): Word {
  return wordOf(text, start, end, end - start > LONGEST ? 0 : hashAt(text, start, end));
}

function wordOf(text: string, start: number, end: number, hash: number): Word {
  return end - start > LONGEST ? newWord(text.slice(start, end)) : vocabulary.word(text, start, end, hash);
}

function newWord(text: string): Word {
  return { text, seen: new Array(readers), again: false };
}

/** FNV-1a over UTF-16 units. */
function hashAt(text: string, start: number, end: number): number {
  let hash = FIRST_HASH;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_FACTOR);
  return hash;
}

const FIRST_HASH = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

function placeOf(hash: number): number {
  return (hash ^ (hash >>> 15)) & (SIZE - 1);
}

/** A copy of its own: a part of a text would keep the whole text in memory. The engine copies what is short. */
function apart(letters: string): string {
  return letters.length < LEAST_SHARED ? letters : letters.split('').join('');
}

/** Letters from which the engine keeps a part of a text as a place in it. */
const LEAST_SHARED = 13;

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index++) if (word.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  return true;
}
