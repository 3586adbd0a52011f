import { isGlued, isWordUnit } from './letters.js';
import { facet, type Word, type Words } from './words.js';

/** What stands for something where the trie ends. */
interface Ending<T> {
  of: T;
  /** Any ending of the word may follow. */
  open: boolean;
}

/** How far a word goes along phrases: those that end in it, and the node that it leads to; 0 is none. */
interface Begun<T> {
  found: readonly { end: number; of: T }[];
  node: number;
}

/** The same, of what phrases stand for no more than the sum; and for the first letter of a next word the sum of those that go on with it. */
interface SumBegun<S> {
  sum: S | undefined;
  node: number;
  next: (S | null)[];
}

const NO_SUM: SumBegun<never> = { sum: undefined, node: 0, next: [] };
const NOTHING: readonly never[] = [];
const NOT_BEGUN: Begun<never> = { found: NOTHING, node: 0 };

/** Gets each place of a phrase in a text. */
type Visit<T> = (start: number, end: number, of: T) => void;

/**
 * Phrases of one or more words, to be found in texts. A trie: each node has its first child, its next sibling and the unit that leads to it.
 * Nodes lie in columns, because there are a hundred thousand.
 */
export class Phrases<T, S> {
  private units = new Int32Array(1 << 10);
  private children = new Int32Array(1 << 10);
  private siblings = new Int32Array(1 << 10);
  /** A bit for each unit that leads on, by its last digits: most that do not are told without a look at each child. */
  private onward = new Int32Array(1 << 10);
  /** Where phrases end, the number of what they stand for plus one. */
  private ends = new Int32Array(1 << 10);
  private readonly endings: Ending<T>[][] = [];
  private readonly top = new Map<number, number>();
  private count = 1;
  private readonly begunIn = facet((word) => this.begun(word));
  private readonly sums = new Map<number, S>();
  private readonly sumBegunIn = facet((word) => this.sumsIn(word));

  /** `sumUp` makes one value of all that some phrases stand for. */
  constructor(private readonly sumUp: (all: Iterable<T>) => S) {}

  /** Says what a phrase stands for; what ends with `*` may go on in any way. */
  add(phrase: string, of: T): void {
    const open = phrase.endsWith('*');
    const letters = open ? phrase.slice(0, -1) : phrase;
    if (letters === '') return;
    let node = 0;
    for (let at = 0; at < letters.length; at++) node = this.step(node, letters.charCodeAt(at)) || this.grow(node, letters.charCodeAt(at));
    const known = this.endings[(this.ends[node] as number) - 1];
    if (known === undefined) this.ends[node] = this.endings.push([{ of, open }]);
    else if (!known.some((ending) => ending.of === of)) known.push({ of, open });
  }

  /** Visits every phrase in a text whose words are given, by start and then by end. */
  each({ text, list, starts }: Words, visit: Visit<T>): void {
    let at = 0;
    for (let index = 0; index < list.length; index++) {
      const word = list[index] as Word;
      const start = starts[index] as number;
      if (start - at !== 1 || text.charCodeAt(at) !== BLANK) this.between(text, at, start, visit);
      at = start + word.text.length;
      const { found, node } = this.begunIn(word);
      for (let next = 0; next < found.length; next++) {
        const { end, of } = found[next] as { end: number; of: T };
        visit(start, start + end, of);
      }
      if (node !== 0 && this.step(node, text.charCodeAt(at)) !== 0) this.walk(text, { node, at, start, anywhere: false }, visit);
    }
    this.between(text, at, text.length, visit);
  }

  /**
   * Visits sums of at least what the phrases in a text stand for. How a phrase goes on behind its first word or sign is looked at for a few
   * letters only, and no place is told.
   */
  eachSum({ text, list, starts }: Words, visit: (sum: S) => void): void {
    let at = 0;
    for (let index = 0; index <= list.length; index++) {
      const word = list[index];
      const start = word === undefined ? text.length : (starts[index] as number);
      for (; at < start; at++) if (text.charCodeAt(at) !== BLANK) this.glance(text, at, 0, visit);
      if (word === undefined) return;
      const begun = this.sumBegunIn(word);
      if (begun.sum !== undefined) visit(begun.sum);
      at = start + word.text.length;
      if (begun.node !== 0) this.glanceBehind(begun, text, at, visit);
    }
  }

  /** A word and the first letter of the next come together again and again. */
  private glanceBehind({ node, next }: SumBegun<S>, text: string, at: number, visit: (sum: S) => void): void {
    const letter = text.charCodeAt(at) === BLANK && at + 1 < text.length ? text.charCodeAt(at + 1) - FIRST_LETTER : -1;
    if (letter < 0 || letter >= LETTERS) {
      this.glance(text, at, node, visit);
      return;
    }
    let sum = next[letter];
    if (sum === undefined) {
      const behind = this.step(node, BLANK);
      const onward = behind === 0 || this.ends[behind] !== 0 ? behind : this.step(behind, letter + FIRST_LETTER);
      sum = onward === 0 ? null : this.sumFrom(onward);
      next[letter] = sum;
    }
    if (sum !== null) visit(sum);
  }

  private glance(text: string, from: number, begin: number, visit: (sum: S) => void): void {
    let node = begin;
    for (let at = from; at < from + GLANCE; at++) {
      if (at === text.length) return;
      node = this.step(node, text.charCodeAt(at));
      if (node === 0) return;
      if (this.ends[node] !== 0) break;
    }
    visit(this.sumFrom(node));
  }

  private sumsIn(word: string): SumBegun<S> {
    const { found, node } = this.begun(word);
    if (node === 0 && found.length === 0) return NO_SUM;
    return { sum: found.length === 0 ? undefined : this.sumUp(found.map(({ of }) => of)), node, next: [] };
  }

  /** Of all that phrases stand for that go on from a node. */
  private sumFrom(node: number): S {
    let sum = this.sums.get(node);
    if (sum === undefined) {
      const all = new Set<T>();
      this.collect(node, all);
      sum = this.sumUp(all);
      this.sums.set(node, sum);
    }
    return sum;
  }

  private collect(node: number, into: Set<T>): void {
    for (const { of } of this.endings[(this.ends[node] as number) - 1] ?? NOTHING) into.add(of);
    for (let child = this.children[node] as number; child !== 0; child = this.siblings[child] as number) this.collect(child, into);
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

  private begun(word: string): Begun<T> {
    const found: { end: number; of: T }[] = [];
    const node = this.walk(word, { node: 0, at: 0, start: 0, anywhere: false }, (_, end, of) => found.push({ end, of }));
    return node === 0 && found.length === 0 ? NOT_BEGUN : { found, node };
  }

  /** Follows a text from a node as far as there are phrases. The node at its end, 0 where none goes on that far. */
  private walk(
    text: string,
    { node, at, start, anywhere }: { node: number; at: number; start: number; anywhere: boolean },
    visit: Visit<T>,
  ): number {
    let last = node;
    for (let next = at; next < text.length; next++) {
      last = this.step(last, text.charCodeAt(next));
      if (last === 0) return 0;
      const end = this.ends[last] as number;
      if (end === 0) continue;
      for (const { of, open } of this.endings[end - 1] ?? NOTHING) if (open || anywhere || endsWord(text, next)) visit(start, next + 1, of);
    }
    return last;
  }

  private step(from: number, unit: number): number {
    if (from === 0) return this.top.get(unit) ?? 0;
    if (((this.onward[from] as number) & (1 << (unit & 31))) === 0) return 0;
    let child = this.children[from] as number;
    while (child !== 0 && this.units[child] !== unit) child = this.siblings[child] as number;
    return child;
  }

  private grow(from: number, unit: number): number {
    if (this.count === this.units.length) this.widen();
    const node = this.count++;
    this.units[node] = unit;
    if (from === 0) this.top.set(unit, node);
    else {
      this.siblings[node] = this.children[from] as number;
      this.children[from] = node;
      this.onward[from] = (this.onward[from] as number) | (1 << (unit & 31));
    }
    return node;
  }

  private widen(): void {
    const wider = (column: Int32Array) => {
      const twice = new Int32Array(column.length * 2);
      twice.set(column);
      return twice;
    };
    this.units = wider(this.units);
    this.children = wider(this.children);
    this.siblings = wider(this.siblings);
    this.onward = wider(this.onward);
    this.ends = wider(this.ends);
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
