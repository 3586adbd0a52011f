import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
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

/** A table for a file: what `JSON.stringify` may write, its numbers compressed. */
export interface PackedTable<T> {
  nodes: number;
  meanings: readonly T[];
  /** Base64 of all lists, one behind the other, by brotli. */
  numbers: string;
}

export function packTable<T>({ trie, counts, endings, meanings }: PhraseTable<T>): PackedTable<T> {
  const lists = [trie.units, trie.children, counts, endings];
  const bytes = Buffer.concat(lists.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
  const params = { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return { nodes: counts.length, meanings, numbers: brotliCompressSync(bytes, { params }).toString('base64') };
}

export function unpackTable<T>({ nodes, meanings, numbers }: PackedTable<T>): PhraseTable<T> {
  const bytes = brotliDecompressSync(Buffer.from(numbers, 'base64'));
  const all = new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const [units, children, counts] = [0, 1, 2].map((list) => all.subarray(list * nodes, (list + 1) * nodes)) as [
    Uint16Array,
    Uint16Array,
    Uint16Array,
  ];
  return { trie: { units, children }, counts, endings: all.subarray(3 * nodes), meanings };
}
