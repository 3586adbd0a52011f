import { QUESTION } from '../reading/empty-denial.js';
import { hashOf } from '../reading/hash.js';
import { Records, wordAt } from '../reading/vocabulary.js';
import type { Words } from '../reading/words.js';
import { englishAt } from '../reading/words-abroad.js';
import { CLAUSE_END, denialAtBegin, deniesAtEnd, isPutOff, NOT, NOT_ABROAD } from './denials.js';
import { groupInEnglish, groupOf, type WordGroup } from './word-groups.js';

/** A word of a clean sentence as the learned opinion reads it: by hash, with what surrounds it. */
export interface Token {
  /** Hash of the word, and of its first letters: inflections share those. */
  word: number;
  stem: number;
  /** Where it starts in the sentence, and how long it is, in UTF-16 units. */
  at: number;
  length: number;
  mode: Mode;
  /** What other words mean something similar, in any language: by number, `NO_GROUP` where none do. */
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

const WORD_PATTERN = String.raw`--?[a-z][\w-]+|[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*(?:['’-][\p{L}\p{M}]+)*`;
const TOKEN =
  /(https?:\/\/[^\s<>"'`)\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)|((?:~|\$\{?\w+\}?|%\w+%|\.{1,2}|[a-z]:)?[/\\][\w.@~$%{}*/\\-]+|\.[a-z][\w.-]+)|([\u3040-\u30ff\u3400-\u9fff]+)|(--?[a-z][\w-]+|[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*(?:['’-][\p{L}\p{M}]+)*)|(\d+)|([.,;:!?()"“”«»「」『』„`。，、！？；：])/gu;
/** The same for letters of ASCII alone: what the engine need not look up takes half the time. */
const ASCII_TOKEN = new RegExp(TOKEN.source.replaceAll('\\p{L}', 'A-Za-z').replaceAll('\\p{M}', '').replaceAll('\\p{N}', '0-9'), 'g');
const ASCII = /^[\x00-\x7f]*$/;

/** Marks that open a quotation, by their codes, with what closes it; and marks that end a negation. */
const OPENS = new Map(['""', '“”', '«»', '「」', '『』', '„“'].map((pair) => [pair.charCodeAt(0), pair.charAt(1)]));
const ENDS = new Set(Array.from('.,;:!?。，；：！？', (mark) => mark.charCodeAt(0)));
/** Letters that words of one stem share. */
const STEM = 5;
/** Longest quotation and longest clause that are looked for. */
const MAX_QUOTE = 600;
const LONGEST_CLAUSE = 120;
/** Scripts of languages whose verbs come last. */
const VERB_LAST = /[\u3040-\u30ff\uac00-\ud7af]/;

const URL_WORD = hashOf('<url>');
const NUMBER_WORD = hashOf('<number>');

/** The words of a sentence in order. */
export function tokensOf(words: Words): Token[] {
  const found: Token[] = [];
  const reader = new TokenReader(words);
  while (reader.next()) {
    const { word, stem, at, length, mode, narrow, broad } = reader;
    found.push({ word, stem, at, length, mode, narrow, broad });
  }
  return found;
}

/** Signs that begin no word, path or address, and signs that end a word, by their codes. */
const BEFORE = signs('("`*[#>|,;:!?');
const BEHIND = signs(')"`*],;:!?.');
/** Those of them that end a negation or open a quotation. */
const MARKS = signs('",.;:!?');
/** What a word consists of that nothing else can be: behind it a sign is a sign. */
const PLAIN = signs("abcdefghijklmnopqrstuvwxyz0123456789_-'");

const BLANK = 0x20;

function signs(list: string): Uint8Array {
  const found = new Uint8Array(128);
  for (const sign of list) found[sign.charCodeAt(0)] = 1;
  return found;
}

/**
 * Reads the words of a sentence in order: each `next` leaves what the word is, where it starts, and how it stands. Addresses, paths and numbers
 * become words for their kind and, for paths, their name.
 */
export class TokenReader implements Token {
  word = 0;
  stem = 0;
  narrow = NO_GROUP;
  broad = NO_GROUP;
  length = 0;
  at = 0;
  mode: Mode = SAID;
  /** The number of the word in the vocabulary; 0 for one that stands for its kind. */
  number = 0;
  private readonly text: string;
  private negated = false;
  /** A word of putting off came in this clause. */
  private putOff = false;
  private quoteEnd = -1;
  /** Whether words may stand in a clause that is denied at its end, where the clause ends that was looked at, and whether it is. */
  private readonly endsTell: boolean;
  private clauseEnd = 0;
  private deniedAtEnd = false;
  /** Index of the first word that may still come. */
  private following = 0;
  /** What stands up to the next blank, where it is not one word with signs around it; how much of it is taken, and where it starts. */
  private rest = '';
  private taken = 0;
  private from = 0;
  /** Letters of a script without blanks that are left, each with the next a word. */
  private dense = '';
  private denseWordEnd = 0;
  /** The signs behind it, up to where the next stretch begins. */
  private signsFrom = 0;
  private end = 0;

  constructor(private readonly words: Words) {
    this.text = words.text;
    this.endsTell = VERB_LAST.test(words.text);
  }

  /** Goes on to the next word; false where there is none. */
  next(): boolean {
    for (;;) {
      if (this.dense.length > 1) return this.takePair();
      while (this.rest !== '') if (this.takeMatch()) return true;
      for (; this.signsFrom < this.end; this.signsFrom++) this.sign(this.signsFrom);
      if (this.end >= this.text.length) return false;
      if (this.stretch()) return true;
    }
  }

  /** Takes in what stands up to the next blank; true where it is a word that was met before, with nothing but signs around it. */
  private stretch(): boolean {
    const { text } = this;
    let from = this.end;
    while (text.charCodeAt(from) === BLANK) from++;
    for (; BEFORE[text.charCodeAt(from)] === 1; from++) this.sign(from);
    let to = from;
    while (PLAIN[text.charCodeAt(to)] === 1) to++;
    let end = to;
    while (BEHIND[text.charCodeAt(end)] === 1) end++;
    // Signs belong to a path or an address, and to what else is no plain word.
    if (end < text.length && text.charCodeAt(end) !== BLANK) {
      const found = text.indexOf(' ', end);
      to = end = found === -1 ? text.length : found;
    }
    this.from = from;
    this.signsFrom = to;
    this.end = end;
    if (from === to) return false;
    if (this.takeWord(this.wordOf(from, to), from)) return true;
    this.rest = text.slice(from, to);
    this.taken = 0;
    return false;
  }

  /** True where the vocabulary's word is one here, too. */
  private takeWord(number: number, at: number): boolean {
    const record = records.at(number);
    const { cells } = records;
    const kind = cells[record] as number;
    if (kind === NONE) return false;
    this.number = number;
    this.word = cells[record + 1] as number;
    this.stem = cells[record + 2] as number;
    this.narrow = cells[record + 3] as number;
    this.broad = cells[record + 4] as number;
    this.length = cells[record + 5] as number;
    this.stand(at);
    if (kind === NEGATING || (kind === NEGATING_ABROAD && !this.putOff && !QUESTION.test(this.text))) this.negated = true;
    else if (kind === PUTTING_OFF) {
      this.negated = false;
      this.putOff = true;
    }
    return true;
  }

  /** The next part of what is left of the stretch. */
  private takeMatch(): boolean {
    const { rest } = this;
    const pattern = ASCII.test(rest) ? ASCII_TOKEN : TOKEN;
    pattern.lastIndex = this.taken;
    const match = pattern.exec(rest);
    if (match === null) {
      this.rest = '';
      return false;
    }
    this.taken = pattern.lastIndex;
    const [whole, address, path, dense, word, number, mark] = match;
    const at = this.from + match.index;
    if (mark !== undefined) this.mark(mark.charCodeAt(0), at);
    else if (word !== undefined) this.takeWord(wordAt(rest, match.index, this.taken), at);
    else if (dense !== undefined) this.takeDense(dense, at);
    else if (path !== undefined) this.takeKind(hashOf(path.slice(-16)), PATH_STEM, at, whole.length);
    else if (address !== undefined) this.takeKind(URL_WORD, URL_WORD, at, whole.length);
    else if (number !== undefined) this.takeKind(NUMBER_WORD, NUMBER_WORD, at, whole.length);
    return mark === undefined;
  }

  private takeKind(word: number, stem: number, at: number, length: number): void {
    this.number = 0;
    this.word = word;
    this.stem = stem;
    this.narrow = NO_GROUP;
    this.broad = NO_GROUP;
    this.length = length;
    this.stand(at);
  }

  /** Scripts without blanks: each two letters in a row are a word. */
  private takeDense(run: string, at: number): void {
    const begin = run.slice(0, 2);
    this.dense = run.slice(1);
    this.takeKind(hashOf(begin), hashOf(run.slice(0, 1)), at, 2);
    if (at >= this.denseWordEnd) this.takeDenseWord(at);
    this.negated = denialAtBegin(run) ?? this.negated;
  }

  /** A word that two letters begin says what they mean; what it holds besides is no word. */
  private takeDenseWord(at: number): void {
    const found = englishAt(this.text, at);
    if (found === undefined) return;
    this.denseWordEnd = at + found.word.length;
    const group = groupInEnglish(found.english);
    if (group !== undefined) ({ narrow: this.narrow, broad: this.broad } = group);
  }

  private takePair(): true {
    this.takeDense(this.dense, this.at + 1);
    return true;
  }

  private stand(at: number): void {
    this.at = at;
    if (this.endsTell && at >= this.clauseEnd) this.lookAhead(at);
    this.mode = at < this.quoteEnd ? QUOTED : this.negated || this.deniedAtEnd ? NEGATED : SAID;
  }

  /** Japanese and Korean deny a clause at its end. */
  private lookAhead(at: number): void {
    const clause = this.text.slice(at, at + LONGEST_CLAUSE);
    const end = clause.search(CLAUSE_END);
    this.clauseEnd = at + (end === -1 ? clause.length : end + 1);
    this.deniedAtEnd = deniesAtEnd(this.text.slice(at, this.clauseEnd)) && !QUESTION.test(this.text);
  }

  /** Most stretches are a word that was told from the others already. */
  private wordOf(from: number, to: number): number {
    const { words } = this;
    let { following } = this;
    while (following < words.count && words.start(following) < from) following++;
    this.following = following;
    const isWhole = following < words.count && words.start(following) === from && words.end(following) === to;
    return isWhole ? words.number(following) : wordAt(this.text, from, to);
  }

  /** A sign beside a word: few do anything. */
  private sign(at: number): void {
    const code = this.text.charCodeAt(at);
    if (MARKS[code] === 1) this.mark(code, at);
  }

  private mark(code: number, at: number): void {
    if (ENDS.has(code)) this.negated = this.putOff = false;
    const closing = OPENS.get(code);
    if (closing === undefined || at < this.quoteEnd) return;
    const end = this.text.indexOf(closing, at + 1);
    if (end !== -1 && end - at > 8 && end - at < MAX_QUOTE) this.quoteEnd = end;
  }
}

/** Whether a stretch is a word, one that denies what follows, one that takes that back, or none. */
const WORD = 1;
const NEGATING = 2;
const PUTTING_OFF = 3;
const NONE = 4;
const NEGATING_ABROAD = 5;
const WHOLE = new RegExp(`^(?![\\u3040-\\u30ff\\u3400-\\u9fff])(?:${WORD_PATTERN})$`, 'u');
const DIGITS = /^\d+$/;

/** Of each stretch: what it is, and what is told of a word. */
const records = new Records(6, (text, cells, at) => {
  if (DIGITS.test(text)) cells.set([WORD, NUMBER_WORD, NUMBER_WORD, NO_GROUP, NO_GROUP, text.length], at);
  else if (WHOLE.test(text)) {
    const { narrow, broad } = groupOf(text) ?? UNGROUPED;
    const kind = NOT.has(text) ? NEGATING : NOT_ABROAD.has(text) ? NEGATING_ABROAD : isPutOff(text) ? PUTTING_OFF : WORD;
    cells.set([kind, hashOf(text), hashOf(text.slice(0, STEM)), narrow, broad, text.length], at);
  } else cells[at] = NONE;
});

/** What is told of a word of the vocabulary that is one here, too. */
export function tokenOf(number: number): Pick<Token, 'word' | 'stem' | 'narrow' | 'broad'> {
  const [, word = 0, stem = 0, narrow = 0, broad = 0] = records.cells.subarray(records.at(number));
  return { word, stem, narrow, broad };
}

const PATH_STEM = hashOf('<path>');
