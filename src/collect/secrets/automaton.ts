import { compiledPass, type OnState } from './literal-pass.js';
import { type LiteralTable, literalTable } from './literal-table.js';

/** Receives the index of a literal and the place after its last byte. */
export type OnLiteral = (literal: number, end: number) => void;

/** Finds many literals in one pass over bytes, ignoring the case of ASCII letters. */
export class LiteralAutomaton {
  private readonly table: LiteralTable;
  private readonly pass: (bytes: Uint8Array, onState: OnState) => void;

  /**
   * @param literals lower-case ASCII of two bytes or more, none twice
   * @param compile makes the fast pass; where it cannot, as on a Node that compiles nothing, a slower one finds the same
   */
  constructor(literals: readonly string[], compile = compiledPass) {
    this.table = literalTable(literals);
    this.pass = passOf(this.table, compile);
  }

  /** Calls for every literal that ends anywhere in the bytes, in the order of their ends. It must not search other bytes meanwhile. */
  run(bytes: Uint8Array, onLiteral: OnLiteral): void {
    const { endsOf } = this.table;
    this.pass(bytes, (state, end) => {
      for (const literal of endsOf[state] ?? []) onLiteral(literal, end);
    });
  }
}

function passOf(table: LiteralTable, compile: typeof compiledPass): (bytes: Uint8Array, onState: OnState) => void {
  try {
    const pass = compile(table);
    if (pass) return pass;
  } catch {
    // Compiled code may be forbidden, or the address space too small for its memory.
  }
  return (bytes, onState) => interpretedPass(table, bytes, onState);
}

/** The same in a script, a look-up or two for each byte. */
function interpretedPass({ classes, shift, cells, ends }: LiteralTable, bytes: Uint8Array, onState: OnState): void {
  let state = 0;
  for (let at = 0; at < bytes.length; ) {
    const cell = cells[(state << shift) | (classes[bytes[at++] as number] as number)] as number;
    state = cell & (ends - 1);
    if (cell >= ends) onState(state, at);
  }
}
