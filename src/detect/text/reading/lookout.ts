import { packNumbers, unpackNumbers } from '../../../support/packed-numbers.js';

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

/** What a text is read by. Numbers alone, so that a file can hold it. */
export interface LookoutTable {
  /** How many patterns there are. */
  readonly patterns: number;
  /** For each state and kind of unit, the next state. */
  readonly next: Uint16Array;
  /** For each state, the patterns whose strings end there; undefined for none. */
  readonly met: readonly (readonly number[] | undefined)[];
}

/** The table of patterns by the strings of which each match has one. */
export function lookoutTable(patterns: readonly (readonly string[])[]): LookoutTable {
  const states = new States();
  for (const [pattern, strings] of patterns.entries()) for (const each of strings) states.add(each.slice(0, LONGEST), pattern);
  states.close();
  return {
    patterns: patterns.length,
    next: Uint16Array.from(states.next.flat()),
    met: states.met.map((those) => (those.size === 0 ? undefined : [...those])),
  };
}

/** A table for a module: what `JSON.stringify` may write. */
export interface PackedLookout {
  patterns: number;
  states: number;
  numbers: string;
}

export function packLookout({ patterns, next, met }: LookoutTable): PackedLookout {
  const counts = Uint16Array.from(met, (those) => those?.length ?? 0);
  return { patterns, states: met.length, numbers: packNumbers([next, counts, Uint16Array.from(met.flatMap((those) => those ?? []))]) };
}

export function unpackLookout({ patterns, states, numbers }: PackedLookout): LookoutTable {
  const all = unpackNumbers(numbers);
  const behind = states * KINDS;
  let at = behind + states;
  const met = Array.from(all.subarray(behind, at), (count) => {
    at += count;
    return count === 0 ? undefined : Array.from(all.subarray(at - count, at));
  });
  return { patterns, next: all.subarray(0, behind), met };
}

/**
 * Strings of all patterns, looked for at once (A. Aho and M. Corasick, Efficient string matching: an aid to bibliographic search, 1975). One
 * pass over a sentence takes less than one search for a pattern, and a hundred are asked for. It is sound because a string is given only
 * where each match of its pattern has one of them.
 */
export class Lookout {
  /** For each pattern, the number of the last text that had one of its strings. */
  private readonly seen: Uint32Array;
  private read = 0;
  private last: string | undefined;

  constructor(private readonly table: LookoutTable) {
    this.seen = new Uint32Array(table.patterns);
  }

  mayMatch(pattern: number, text: string): boolean {
    if (text !== this.last) this.readText(text);
    return this.seen[pattern] === this.read;
  }

  private readText(text: string): void {
    this.last = text;
    this.read++;
    const { seen, read } = this;
    const { next, met } = this.table;
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      state = next[state * KINDS + (KIND_OF[text.charCodeAt(at)] as number)] as number;
      const found = met[state];
      if (found !== undefined) for (let index = 0; index < found.length; index++) seen[found[index] as number] = read;
    }
  }
}

/** States by their prefix, and what follows them; what follows none leads to the state of the longest end that is a prefix. */
class States {
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
