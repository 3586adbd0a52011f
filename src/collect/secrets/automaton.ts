import { LiteralPlaces } from './literal-places.js';

/** Receives the index of a literal and the place after its last byte. */
export type OnLiteral = (literal: number, end: number) => void;

/** The state goes to one with literals that end there. */
const ENDS = 0x80000000 | 0;
const STATE = 0x7fffffff;
/** A row has a cell for each byte. */
const SHIFT = 8;
/** Codes of `a` and `z`, and how far before them their capitals are. */
const [SMALL, SMALL_END, TO_CAPITAL] = [97, 122, 32];

/**
 * Finds many literals in one pass over bytes (Aho and Corasick), ignoring the case of ASCII letters. The table has a row for each state; its
 * cells hold the next row's offset, so that a byte costs one look-up; where no literal may begin, bytes are passed over.
 */
export class LiteralAutomaton {
  private readonly table: Int32Array;
  /** By state: literals that end there, longest first. */
  private readonly ends: readonly (readonly number[])[];
  private readonly places: LiteralPlaces;

  /** @param literals lower-case ASCII of two bytes or more, none twice */
  constructor(literals: readonly string[]) {
    const { children, ends } = trieOf(literals);
    this.ends = ends;
    this.places = new LiteralPlaces(literals);
    this.table = tableOf(children, ends);
  }

  /** Calls for every literal that ends anywhere in the bytes, in the order of their ends. */
  run(bytes: Uint8Array, onLiteral: OnLiteral): void {
    const { table, ends } = this;
    const nextPlace = this.places.in(bytes);
    const { length } = bytes;
    // A literal at the very beginning has no place before it.
    for (let at = 0, place = 0; at < length && place < length; place = nextPlace(at - 1)) {
      at = Math.max(at, place - 1);
      let state = 0;
      // On until none may begin next to the place, and none has begun.
      while (at < length && (state !== 0 || at < place + 2)) {
        state = table[state | (bytes[at++] as number)] as number;
        if (state < 0) {
          state &= STATE;
          for (const literal of ends[state >> SHIFT] ?? []) onLiteral(literal, at);
        }
      }
    }
  }
}

function trieOf(literals: readonly string[]): { children: Map<number, number>[]; ends: number[][] } {
  const children: Map<number, number>[] = [new Map()];
  const ends: number[][] = [[]];
  literals.forEach((literal, index) => {
    let state = 0;
    for (const code of Buffer.from(literal)) {
      const own = children[state];
      const known = own?.get(code);
      if (known === undefined) {
        own?.set(code, children.length);
        state = children.push(new Map()) - 1;
        ends.push([]);
      } else state = known;
    }
    ends[state]?.push(index);
  });
  return { children, ends };
}

function tableOf(children: readonly ReadonlyMap<number, number>[], ends: number[][]): Int32Array {
  const width = 1 << SHIFT;
  const table = new Int32Array(children.length * width);
  const fallback = new Int32Array(children.length);
  const queue = [0];
  for (const state of queue) {
    const other = fallback[state] ?? 0;
    const row = state << SHIFT;
    if (state !== 0) {
      ends[state]?.push(...(ends[other] ?? []));
      table.copyWithin(row, other << SHIFT, (other << SHIFT) + width);
    }
    for (const [code, child] of children[state] ?? []) {
      // The longest other literal that these bytes may belong to; its own ends are ends of the child, too.
      const before = table[row | code] ?? 0;
      fallback[child] = (before & STATE) >> SHIFT;
      const target = (child << SHIFT) | (before < 0 || ends[child]?.length ? ENDS : 0);
      table[row | code] = target;
      if (code >= SMALL && code <= SMALL_END) table[row | (code - TO_CAPITAL)] = target;
      queue.push(child);
    }
  }
  return table;
}
