/** Receives the index of a literal and the place after its last byte. */
export type OnLiteral = (literal: number, end: number) => void;

/** The state goes to one with literals that end there. */
const ENDS = 0x80000000 | 0;
const STATE = 0x7fffffff;

/**
 * Finds many literals in one pass over bytes (Aho and Corasick), ignoring the case of ASCII letters. The table has a row for each state and
 * a column for each class of bytes; its cells hold the next row's offset.
 */
export class LiteralAutomaton {
  private readonly classes = new Uint8Array(256);
  private readonly table: Int32Array;
  /** By state: literals that end there, longest first. */
  private readonly ends: readonly (readonly number[])[];
  private readonly shift: number;

  /** @param literals lower-case ASCII, none empty, none twice */
  constructor(literals: readonly string[]) {
    let count = 1;
    for (const code of literals.flatMap((literal) => [...Buffer.from(literal)])) if (this.classes[code] === 0) this.classes[code] = count++;
    for (let code = 65; code <= 90; code++) this.classes[code] = this.classes[code + 32] ?? 0;
    this.shift = Math.ceil(Math.log2(count));
    const { children, ends } = this.trie(literals);
    this.ends = ends;
    this.table = tableOf(children, ends, this.shift);
  }

  private trie(literals: readonly string[]): { children: Map<number, number>[]; ends: number[][] } {
    const children: Map<number, number>[] = [new Map()];
    const ends: number[][] = [[]];
    literals.forEach((literal, index) => {
      let state = 0;
      for (const code of Buffer.from(literal)) {
        const own = children[state];
        const known = own?.get(this.classes[code] ?? 0);
        if (known === undefined) {
          own?.set(this.classes[code] ?? 0, children.length);
          state = children.push(new Map()) - 1;
          ends.push([]);
        } else state = known;
      }
      ends[state]?.push(index);
    });
    return { children, ends };
  }

  /** Calls for every literal that ends anywhere in the bytes, in the order of their ends. */
  run(bytes: Uint8Array, onLiteral: OnLiteral): void {
    const { classes, table, ends, shift } = this;
    let state = 0;
    for (let at = 0, length = bytes.length; at < length; at++) {
      state = table[state | (classes[bytes[at] as number] as number)] as number;
      if (state < 0) {
        state &= STATE;
        for (const literal of ends[state >> shift] ?? []) onLiteral(literal, at + 1);
      }
    }
  }
}

function tableOf(children: readonly ReadonlyMap<number, number>[], ends: number[][], shift: number): Int32Array {
  const width = 1 << shift;
  const table = new Int32Array(children.length * width);
  const fallback = new Int32Array(children.length);
  const queue = [0];
  for (const state of queue) {
    const other = fallback[state] ?? 0;
    const row = state << shift;
    if (state !== 0) {
      ends[state]?.push(...(ends[other] ?? []));
      table.copyWithin(row, other << shift, (other << shift) + width);
    }
    for (const [column, child] of children[state] ?? []) {
      fallback[child] = (table[row | column] ?? 0) >> shift;
      table[row | column] = child << shift;
      queue.push(child);
    }
  }
  const marked = Int32Array.from(ends, (own, state) => (state << shift) | (own.length > 0 ? ENDS : 0));
  return table.map((target) => marked[target >> shift] ?? 0);
}
