import { type ConceptBits, mergeBits } from './gate.js';
import { isGlued, isWordUnit } from './letters.js';
import { OPEN, type PhraseTable } from './phrase-table.js';
import { runningSums, Trie } from './trie.js';
import { facet, Records } from './vocabulary.js';
import type { Words } from './words.js';

const NOTHING: readonly never[] = [];

/** A phrase at the begin of a word. */
interface Found<T> {
  length: number;
  of: T;
}

/** Gets each place of a phrase in a text. */
type Visit<T> = (start: number, end: number, of: T) => void;
const nobody = () => undefined;

/** What the numbers of a word are, in the order in which they stand. */
const NODE = 1;
const HAS_FOUND = 2;
const LOW = 3;
const HIGH = 4;
const TOP = 5;

/** Phrases of one or more words, to be found in texts. */
export class Phrases<T> {
  private readonly trie: Trie;
  /** Where the endings of each node begin in the table; they end where those of the next begin. */
  private readonly firsts: Int32Array;
  /** Phrases that end in a word, from its first letter on. */
  private readonly foundIn = facet((word): readonly Found<T>[] => this.found(word));
  /**
   * Of each word: that it was read; the node that it leads to, 0 where no phrase goes on behind it; whether phrases end in it, and the sum of
   * what those stand for.
   */
  private readonly records = new Records(6, (text, cells, at, word) => this.record(text, cells, at, word));
  /** What phrases stand for that go on from a node. */
  private readonly sums = new Map<number, ConceptBits>();
  /** The same for those that go on with a next word, by its first letter. */
  private readonly nextSums = new Map<number, (ConceptBits | null)[]>();

  /** `sumUp` makes one value of all that some phrases stand for. */
  constructor(
    private readonly table: PhraseTable<T>,
    private readonly sumUp: (all: Iterable<T>) => ConceptBits,
  ) {
    this.trie = new Trie(table.trie);
    this.firsts = runningSums(table.counts, 0);
  }

  /** Visits every phrase in a text whose words are given, by start and then by end. */
  each(words: Words, visit: Visit<T>): void {
    const { text, count } = words;
    let at = 0;
    for (let index = 0; index < count; index++) {
      const word = words.number(index);
      const start = words.start(index);
      if (start - at !== 1 || text.charCodeAt(at) !== BLANK) this.between(text, at, start, visit);
      at = words.end(index);
      const record = this.records.at(word);
      const { cells } = this.records;
      if (cells[record + HAS_FOUND] === 1) for (const { length, of } of this.foundIn(word)) visit(start, start + length, of);
      const node = cells[record + NODE] as number;
      if (node !== 0) {
        const next = this.trie.step(node, text.charCodeAt(at));
        if (next !== 0) this.walk(text, { node, at, start, anywhere: false }, visit);
      }
    }
    this.between(text, at, text.length, visit);
  }

  /**
   * At least what the phrases in a text stand for. How a phrase goes on behind its first word or sign is looked at for a few letters only, and no
   * place is told.
   */
  sumOf(words: Words): ConceptBits {
    const { text, count } = words;
    const sum = { low: 0, high: 0, top: 0 };
    let at = 0;
    for (let index = 0; index < count; index++) {
      for (const start = words.start(index); at < start; at++) if (text.charCodeAt(at) !== BLANK) mergeBits(sum, this.glance(text, at, 0));
      const record = this.records.at(words.number(index));
      const { cells } = this.records;
      if (cells[record + HAS_FOUND] === 1) {
        sum.low |= cells[record + LOW] as number;
        sum.high |= cells[record + HIGH] as number;
        sum.top |= cells[record + TOP] as number;
      }
      at = words.end(index);
      const node = cells[record + NODE] as number;
      if (node !== 0) mergeBits(sum, this.glanceBehind(node, text, at));
    }
    for (; at < text.length; at++) if (text.charCodeAt(at) !== BLANK) mergeBits(sum, this.glance(text, at, 0));
    return sum;
  }

  /** A word and the first letter of the next come together again and again. */
  private glanceBehind(node: number, text: string, at: number): ConceptBits | null {
    if (text.charCodeAt(at) !== BLANK || at + 1 === text.length) return this.glance(text, at, node);
    const letter = text.charCodeAt(at + 1) - FIRST_LETTER;
    if (letter < 0 || letter >= LETTERS) return this.glance(text, at, node);
    let next = this.nextSums.get(node);
    if (next === undefined) {
      next = Array.from({ length: LETTERS }, (_, each) => this.sumOfNext(node, each + FIRST_LETTER));
      this.nextSums.set(node, next);
    }
    return next[letter] as ConceptBits | null;
  }

  private sumOfNext(node: number, letter: number): ConceptBits | null {
    const behind = this.trie.step(node, BLANK);
    const onward = behind === 0 || this.isEnd(behind) ? behind : this.trie.step(behind, letter);
    return onward === 0 ? null : this.sumFrom(onward);
  }

  private glance(text: string, from: number, begin: number): ConceptBits | null {
    let node = begin;
    for (let at = from; at < from + GLANCE; at++) {
      if (at === text.length) return null;
      node = this.trie.step(node, text.charCodeAt(at));
      if (node === 0) return null;
      if (this.isEnd(node)) break;
    }
    return this.sumFrom(node);
  }

  private record(text: string, cells: Int32Array, at: number, word: number): void {
    const node = this.walk(text, { node: 0, at: 0, start: 0, anywhere: false }, nobody);
    const found = this.foundIn(word);
    const { low, high, top } = this.sumUp(found.map(({ of }) => of));
    cells.set([1, node, found.length === 0 ? 0 : 1, low, high, top], at);
  }

  private found(word: string): readonly Found<T>[] {
    const found: Found<T>[] = [];
    this.walk(word, { node: 0, at: 0, start: 0, anywhere: false }, (_, length, of) => found.push({ length, of }));
    return found.length === 0 ? NOTHING : found;
  }

  /** Of all that phrases stand for that go on from a node. */
  private sumFrom(node: number): ConceptBits {
    let sum = this.sums.get(node);
    if (sum === undefined) {
      const all = new Set<T>();
      this.trie.eachBelow(node, (below) => {
        for (let at = this.firsts[below] as number; at < (this.firsts[below + 1] as number); at++) all.add(this.meaningAt(at));
      });
      sum = this.sumUp(all);
      this.sums.set(node, sum);
    }
    return sum;
  }

  /** The same wherever letters allow it, for those that were joined without knowing where words end. */
  eachAnywhere(text: string, visit: Visit<T>): void {
    for (let start = 0; start < text.length; start++) this.walk(text, { node: 0, at: start, start, anywhere: true }, visit);
  }

  /** Phrases that begin with a letter of a script whose words are glued together, or with a sign, but not right behind a word. */
  private between(text: string, from: number, to: number, visit: Visit<T>): void {
    const first = from === 0 || isGlued(text.charCodeAt(from)) ? from : from + 1;
    for (let start = first; start < to; start++)
      if (text.charCodeAt(start) !== BLANK) this.walk(text, { node: 0, at: start, start, anywhere: false }, visit);
  }

  /** Follows a text from a node as far as there are phrases. The node at its end, 0 where none goes on that far. */
  private walk(
    text: string,
    { node, at, start, anywhere }: { node: number; at: number; start: number; anywhere: boolean },
    visit: Visit<T>,
  ): number {
    let last = node;
    for (let next = at; next < text.length; next++) {
      last = this.trie.step(last, text.charCodeAt(next));
      if (last === 0) return 0;
      const end = this.firsts[last + 1] as number;
      for (let ending = this.firsts[last] as number; ending < end; ending++) {
        const isOpen = ((this.table.endings[ending] as number) & OPEN) !== 0;
        if (isOpen || anywhere || endsWord(text, next)) visit(start, next + 1, this.meaningAt(ending));
      }
    }
    return last;
  }

  private isEnd(node: number): boolean {
    return this.table.counts[node] !== 0;
  }

  private meaningAt(ending: number): T {
    return this.table.meanings[(this.table.endings[ending] as number) & ~OPEN] as T;
  }
}

const BLANK = 0x20;
const FIRST_LETTER = 0x61;
const LETTERS = 26;
/** Letters of the rest of a phrase that are looked at where its place is not asked for. */
const GLANCE = 4;

function endsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    isGlued(code) || at + 1 === text.length || !isWordUnit(code) || !isWordUnit(text.charCodeAt(at + 1)) || isGlued(text.charCodeAt(at + 1))
  );
}
