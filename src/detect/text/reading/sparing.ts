import { neededBy } from './needed.js';

/** A pattern that is looked for only in texts that have some string without which it cannot match. */
export interface Sparing {
  test(text: string): boolean;
  exec(text: string): RegExpExecArray | null;
}

/** Letters of a string that are looked for: more of them tell little more. */
const LONGEST = 5;
/**
 * Kinds of units. Those of one kind are taken for each other, which can only let a text through: so the table of states stays small enough to be
 * at hand.
 */
const KINDS = 48;
const KIND_OF = Uint8Array.from({ length: 1 << 16 }, (_, unit) => kindOf(unit));

function kindOf(unit: number): number {
  const letter = unit - 97;
  if (letter >= 0 && letter < 26) return letter;
  if (unit === 32) return 26;
  if (unit >= 48 && unit <= 57) return 27;
  return unit < 128 ? 28 + (unit % 14) : 42 + (unit % 6);
}

/**
 * Strings of all patterns, looked for at once (A. Aho and M. Corasick, Efficient string matching: an aid to bibliographic search, 1975). One
 * pass over a sentence takes less than one search for a pattern, and a hundred are asked for. It is sound because a string is given only
 * where each match of its pattern has one of them.
 */
class Lookout {
  private readonly patterns: (readonly string[])[] = [];
  /** For each state and kind of unit, the next state. */
  private next = new Uint16Array(0);
  /** For each state, the patterns whose strings end there. */
  private met: (readonly number[] | undefined)[] = [];
  private built = 0;
  /** For each pattern, the number of the last text that had one of its strings. */
  private seen = new Uint32Array(0);
  private read = 0;
  private last: string | undefined;

  /** The number of a pattern with these strings. */
  add(strings: readonly string[]): number {
    return this.patterns.push(strings.map((each) => each.slice(0, LONGEST))) - 1;
  }

  mayMatch(pattern: number, text: string): boolean {
    if (text !== this.last || this.built !== this.patterns.length) this.readText(text);
    return this.seen[pattern] === this.read;
  }

  private readText(text: string): void {
    if (this.built !== this.patterns.length) this.build();
    this.last = text;
    this.read++;
    const { next, met, seen, read } = this;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      state = next[state * KINDS + (KIND_OF[text.charCodeAt(at)] as number)] as number;
      const found = met[state];
      if (found !== undefined) for (let index = 0; index < found.length; index++) seen[found[index] as number] = read;
    }
  }

  private build(): void {
    const trie = new Trie();
    for (const [pattern, strings] of this.patterns.entries()) for (const each of strings) trie.add(each, pattern);
    trie.close();
    this.built = this.patterns.length;
    this.next = Uint16Array.from(trie.next.flat());
    this.met = trie.met.map((patterns) => (patterns.size === 0 ? undefined : [...patterns]));
    this.seen = new Uint32Array(this.built);
    this.read = 0;
    this.last = undefined;
  }
}

/** States by their prefix, and what follows them; what follows none leads to the state of the longest end that is a prefix. */
class Trie {
  readonly next: number[][] = [[]];
  readonly met: Set<number>[] = [new Set()];

  add(letters: string, pattern: number): void {
    let state = 0;
    for (let at = 0; at < letters.length; at++) {
      const kind = KIND_OF[letters.charCodeAt(at)] as number;
      const row = this.next[state] as number[];
      row[kind] ??= this.next.push([]) - 1;
      this.met[row[kind] as number] ??= new Set();
      state = row[kind] as number;
    }
    this.met[state]?.add(pattern);
  }

  /** Fills in what no string goes on with, from the shortest prefixes on. */
  close(): void {
    const fallback: number[] = [0];
    const queue = [0];
    for (const state of queue) {
      const row = this.next[state] as number[];
      const behind = fallback[state] as number;
      if (state !== 0) for (const pattern of this.met[behind] as Set<number>) this.met[state]?.add(pattern);
      for (let kind = 0; kind < KINDS; kind++) {
        const child = row[kind];
        const instead = state === 0 ? 0 : (this.next[behind]?.[kind] as number);
        if (child === undefined) row[kind] = instead;
        else {
          fallback[child] = instead;
          queue.push(child);
        }
      }
    }
  }
}

const lookout = new Lookout();

/** All patterns that are spared, for whoever tests that none is spared that matches. */
export const sparedPatterns: { pattern: RegExp; sparing: Sparing }[] = [];

/** A pattern over clean text, behind the strings that it needs; itself where it needs none. */
export function sparing(pattern: RegExp): Sparing {
  const strings = neededBy(pattern);
  if (strings === undefined) return pattern;
  const number = lookout.add(strings);
  const spared = {
    test: (text: string) => lookout.mayMatch(number, text) && pattern.test(text),
    exec: (text: string) => (lookout.mayMatch(number, text) ? pattern.exec(text) : null),
  };
  sparedPatterns.push({ pattern, sparing: spared });
  return spared;
}
