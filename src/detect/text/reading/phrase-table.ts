import { packNumbers, unpackNumbers } from '../../../support/packed-numbers.js';
import { type TrieTable, trieTable } from './trie.js';

/** Phrases with what they stand for, as a trie: all numbers are 16-bit, in one list each, in the order of the trie's nodes. */
export interface PhraseTable<T> {
  readonly trie: TrieTable;
  /** How many meanings the phrases that end at a node have; most have none. */
  readonly counts: Uint16Array;
  /** Of each meaning its place in `meanings`, plus `OPEN` where any ending of the word may follow. */
  readonly endings: Uint16Array;
  readonly meanings: readonly T[];
}

export const OPEN = 0x8000;

/** The table of phrases with what they stand for; what ends with `*` may go on in any way. */
export function phraseTable<T>(phrases: Iterable<readonly [phrase: string, of: T]>): PhraseTable<T> {
  const meanings = new Map<T, number>();
  const byLetters = new Map<string, number[]>();
  for (const [phrase, of] of phrases) {
    const open = phrase.endsWith('*');
    const letters = open ? phrase.slice(0, -1) : phrase;
    const meaning = meanings.get(of) ?? meanings.size;
    meanings.set(of, meaning);
    const known = byLetters.get(letters);
    if (known === undefined) byLetters.set(letters, [meaning + (open ? OPEN : 0)]);
    else if (!known.some((ending) => (ending & ~OPEN) === meaning)) known.push(meaning + (open ? OPEN : 0));
  }
  byLetters.delete('');
  const sorted = [...byLetters.keys()].sort();
  const { table, ends } = trieTable(sorted);
  const counts = new Uint16Array(ends.length);
  const endings: number[] = [];
  for (const [node, end] of ends.entries()) {
    const own = end === 0 ? [] : (byLetters.get(sorted[end - 1] as string) ?? []);
    counts[node] = own.length;
    endings.push(...own);
  }
  return { trie: table, counts, endings: Uint16Array.from(endings), meanings: [...meanings.keys()] };
}

/** A table for a module: what `JSON.stringify` may write. */
export interface PackedTable<T> {
  nodes: number;
  meanings: readonly T[];
  numbers: string;
}

export function packTable<T>({ trie, counts, endings, meanings }: PhraseTable<T>): PackedTable<T> {
  return { nodes: counts.length, meanings, numbers: packNumbers([trie.units, trie.children, counts, endings]) };
}

export function unpackTable<T>({ nodes, meanings, numbers }: PackedTable<T>): PhraseTable<T> {
  const all = unpackNumbers(numbers);
  const list = (index: number) => all.subarray(index * nodes, (index + 1) * nodes);
  return { trie: { units: list(0), children: list(1) }, counts: list(2), endings: all.subarray(3 * nodes), meanings };
}
