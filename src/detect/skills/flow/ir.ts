/** An expression in one form for all languages with a grammar. `at` is an offset in the script. */
export type Expr =
  | { op: 'text'; value: string; at: number }
  | { op: 'number'; value: number; at: number }
  | { op: 'name'; name: string; at: number }
  | { op: 'member'; of: Expr; name: string; at: number }
  | { op: 'index'; of: Expr; index: Expr; at: number }
  /** `text[::-1]`: the text reversed. */
  | { op: 'reverse'; of: Expr; at: number }
  | { op: 'call'; callee: Expr; args: Argument[]; at: number }
  /** `chain` for a sum, whose operators join two operands at a time. */
  | { op: 'concat'; parts: Expr[]; chain?: true; at: number }
  /** `a / b` of paths. */
  | { op: 'divide'; parts: Expr[]; at: number }
  | { op: 'list'; items: Expr[]; at: number }
  | { op: 'object'; entries: { key: string; value: Expr }[]; at: number }
  | { op: 'function'; params: string[]; body: Instruction[]; at: number }
  | { op: 'comprehension'; item: Expr; names: string[]; over: Expr; at: number }
  /** Any other expression; its parts flow into it. */
  | { op: 'any'; parts: Expr[]; at: number };

export interface Argument {
  name?: string;
  value: Expr;
}

/** A statement, in one form for all languages. */
export type Instruction =
  | { do: 'assign'; targets: Expr[]; value: Expr; add?: boolean }
  | { do: 'evaluate'; value: Expr }
  | { do: 'define'; name: string; value: Expr }
  | { do: 'import'; name: string; path: string }
  | { do: 'branch'; test?: Expr; body: Instruction[]; at: number }
  | { do: 'each'; names: string[]; over: Expr; body: Instruction[] }
  | { do: 'return'; value: Expr };

/** The parsed statements of a script; `cut` when parts of it were nested too deep to be read. */
export interface ParsedScript {
  statements: Instruction[];
  cut: boolean;
}

/** An expression about which nothing is known. */
export function unknownExpr(at: number): Expr {
  return { op: 'any', parts: [], at };
}

/** Names that a pattern binds: `a`, `(a, b)`, `{a, b: c}`. */
export function boundNames(expr: Expr): string[] {
  if (expr.op === 'name') return [expr.name];
  if (expr.op === 'list') return expr.items.flatMap(boundNames);
  if (expr.op === 'any') return expr.parts.flatMap(boundNames);
  if (expr.op === 'object') return expr.entries.flatMap((entry) => boundNames(entry.value));
  return [];
}
