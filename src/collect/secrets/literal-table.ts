/** States of the bytes that were read, and how one leads to the next (Aho and Corasick), ignoring the case of ASCII letters. */
export interface LiteralTable {
  literals: readonly string[];
  /** By byte: its column; 0 for those that no literal has. */
  classes: Uint8Array;
  /** A row has `1 << shift` columns. */
  shift: number;
  /** Rows of states; a cell holds the next state, and `ends` where literals end with it. */
  cells: Uint16Array;
  ends: number;
  /** By state: literals that end there, longest first. */
  endsOf: readonly (readonly number[])[];
}

/** A bit of a cell; the others are those of a state. */
const ENDS = 0x8000;
/** Codes of `a` and `z`, and how far before them their capitals are. */
const [SMALL, SMALL_END, TO_CAPITAL] = [97, 122, 32];

/** @param literals lower-case ASCII of two bytes or more, none twice */
export function literalTable(literals: readonly string[]): LiteralTable {
  const { classes, columns } = classesOf(literals);
  const { children, endsOf } = trieOf(literals, classes);
  if (children.length > ENDS) throw new Error('too many literals for a table');
  const shift = 32 - Math.clz32(columns - 1);
  return { literals, classes, shift, cells: cellsOf(children, endsOf, shift), ends: ENDS, endsOf };
}

function classesOf(literals: readonly string[]): { classes: Uint8Array; columns: number } {
  const classes = new Uint8Array(256);
  let columns = 1;
  for (const code of Buffer.from(literals.join(''))) {
    if (classes[code] !== 0) continue;
    classes[code] = columns;
    if (code >= SMALL && code <= SMALL_END) classes[code - TO_CAPITAL] = columns;
    columns++;
  }
  return { classes, columns };
}

function trieOf(literals: readonly string[], classes: Uint8Array): { children: Map<number, number>[]; endsOf: number[][] } {
  const children: Map<number, number>[] = [new Map()];
  const endsOf: number[][] = [[]];
  literals.forEach((literal, index) => {
    let state = 0;
    for (const code of Buffer.from(literal)) {
      const column = classes[code] as number;
      const own = children[state];
      const known = own?.get(column);
      if (known === undefined) {
        own?.set(column, children.length);
        state = children.push(new Map()) - 1;
        endsOf.push([]);
      } else state = known;
    }
    endsOf[state]?.push(index);
  });
  return { children, endsOf };
}

function cellsOf(children: readonly ReadonlyMap<number, number>[], endsOf: number[][], shift: number): Uint16Array {
  const width = 1 << shift;
  const cells = new Uint16Array(children.length * width);
  const fallback = new Int32Array(children.length);
  const queue = [0];
  for (const state of queue) {
    const other = fallback[state] ?? 0;
    const row = state << shift;
    if (state !== 0) {
      endsOf[state]?.push(...(endsOf[other] ?? []));
      cells.copyWithin(row, other << shift, (other << shift) + width);
    }
    for (const [column, child] of children[state] ?? []) {
      // The longest other literal that these bytes may belong to; its own ends are ends of the child, too.
      const before = cells[row | column] ?? 0;
      fallback[child] = before & (ENDS - 1);
      cells[row | column] = child | (before & ENDS || endsOf[child]?.length ? ENDS : 0);
      queue.push(child);
    }
  }
  return cells;
}
