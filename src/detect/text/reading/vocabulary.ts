import { ownText } from '../../../support/own-text.js';

/**
 * Words that were met of late, each under a number. A few thousand make up most texts, so each reader looks at a word by itself once and keeps
 * what it saw in a column by the word's number. Columns of numbers lie side by side: the words of a text are read without a search
 * through memory.
 */

/** Words before the columns have to grow. */
const MOST = 1 << 15;
/** Words after which all are forgotten before the next text, so that there is room for those of a text. */
const FULL = MOST - MOST / 4;
/** Letters of all words, after which the same is done: texts of data have few words, but long ones. */
const MOST_LETTERS = 1 << 20;
const FIRST_HASH = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;

/** What is kept for each word. */
interface Column {
  clear(): void;
  grow(size: number): void;
}

class Vocabulary {
  /** Counts how often all words were forgotten: numbers of another age mean nothing. */
  age = 0;
  size = MOST;
  readonly columns: Column[] = [];
  private texts: string[] = [''];
  private hashes = new Int32Array(MOST);
  /** Numbers of words by their hash; 0 is a free place. */
  private places = new Int32Array(2 * MOST);
  private letters = 0;

  textOf(word: number): string {
    return this.texts[word] as string;
  }

  wordAt(text: string, start: number, end: number, hash: number): number {
    const mask = this.places.length - 1;
    let place = (hash ^ (hash >>> 15)) & mask;
    for (let word = this.places[place] as number; word !== 0; word = this.places[place] as number) {
      if (this.hashes[word] === hash && isAt(this.texts[word] as string, text, start, end)) return word;
      place = (place + 1) & mask;
    }
    return this.add(ownText(text.slice(start, end)), hash, place);
  }

  /** Before a text is read, and not while one is. */
  makeRoom(): void {
    if (this.texts.length < FULL && this.letters < MOST_LETTERS) return;
    this.age++;
    this.texts = [''];
    this.letters = 0;
    this.places.fill(0);
    for (const column of this.columns) column.clear();
  }

  private add(text: string, hash: number, place: number): number {
    const word = this.texts.push(text) - 1;
    this.letters += text.length;
    this.hashes[word] = hash;
    this.places[place] = word;
    if (word + 1 === this.size) this.grow();
    return word;
  }

  private grow(): void {
    this.size *= 2;
    const hashes = new Int32Array(this.size);
    hashes.set(this.hashes);
    this.hashes = hashes;
    this.places = new Int32Array(2 * this.size);
    const mask = this.places.length - 1;
    for (let word = 1; word < this.texts.length; word++) {
      const hash = hashes[word] as number;
      let place = (hash ^ (hash >>> 15)) & mask;
      while (this.places[place] !== 0) place = (place + 1) & mask;
      this.places[place] = word;
    }
    for (const column of this.columns) column.grow(this.size);
  }
}

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index++) if (word.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  return true;
}

export const vocabulary = new Vocabulary();

/** FNV-1a over UTF-16 units, begun; and gone on with. */
export const noHash = FIRST_HASH;
export function hashOn(hash: number, code: number): number {
  return Math.imul(hash ^ code, HASH_FACTOR);
}

/** A stretch of a text as a word, whatever it is made of. */
export function wordAt(text: string, start: number, end: number): number {
  let hash = FIRST_HASH;
  for (let at = start; at < end; at++) hash = hashOn(hash, text.charCodeAt(at));
  return vocabulary.wordAt(text, start, end, hash);
}

/** What a reader sees in a word by itself; every word is read once as long as it is remembered. */
export function facet<T>(read: (text: string) => T): (word: number) => T {
  let column: (T | undefined)[] = [];
  vocabulary.columns.push({
    clear: () => {
      column = [];
    },
    grow: () => undefined,
  });
  return (word) => {
    const known = column[word];
    if (known !== undefined) return known;
    const found = read(vocabulary.textOf(word));
    while (column.length <= word) column.push(undefined);
    column[word] = found;
    return found;
  };
}

/** The same in a few whole numbers a word, where every sentence asks for them: the first is not 0 once the word is read. */
export class Records implements Column {
  cells: Int32Array;

  constructor(
    private readonly width: number,
    private readonly read: (text: string, cells: Int32Array, at: number, word: number) => void,
  ) {
    this.cells = new Int32Array(width * vocabulary.size);
    vocabulary.columns.push(this);
  }

  /** Where the numbers of a word begin in `cells`, which the next call may replace. */
  at(word: number): number {
    const at = word * this.width;
    if (this.cells[at] === 0) this.read(vocabulary.textOf(word), this.cells, at, word);
    return at;
  }

  clear(): void {
    this.cells.fill(0);
  }

  grow(size: number): void {
    const cells = new Int32Array(this.width * size);
    cells.set(this.cells);
    this.cells = cells;
  }
}
