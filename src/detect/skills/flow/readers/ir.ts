/** An expression in one form for all languages with a grammar. `at` is an offset in the script. */
export type Expr =
  | { op: 'text'; value: string; at: number }
  | { op: 'number'; value: number; at: number }
  | { op: 'name'; name: string; at: number }
  | { op: 'member'; of: Expr; name: string; at: number }
  | { op: 'index'; of: Expr; index: Expr; at: number }
  /** `text[a:b:c]`; a part that is left out is undefined. */
  | { op: 'slice'; of: Expr; from: Expr | undefined; to: Expr | undefined; step: Expr | undefined; at: number }
  | { op: 'call'; callee: Expr; args: Argument[]; at: number }
  /**
   * `chain` for a sum, whose operators join two operands at a time; `implicit` for literals that stand side by side, as
   * long texts are written.
   */
  | { op: 'concat'; parts: Expr[]; chain?: true; implicit?: true; at: number }
  /** An operator of numbers: `a ^ b`. */
  | { op: 'arithmetic'; sign: string; parts: Expr[]; at: number }
  /** `a == b`, `a in b`: below it, `a` is known. */
  | { op: 'equal'; of: Expr; to: Expr; at: number }
  /** `a / b` of paths. */
  | { op: 'divide'; parts: Expr[]; at: number }
  | { op: 'list'; items: Expr[]; at: number }
  | { op: 'object'; entries: { key: string; computed?: Expr; value: Expr }[]; at: number }
  | { op: 'function'; params: Param[]; body: Instruction[]; as?: MethodKind; at: number }
  /** A function with a decorator: what the decorator makes of it, where the script defines that. */
  | { op: 'wrap'; by: Expr; of: Expr; at: number }
  | { op: 'class'; name: string; bases: Expr[]; body: Instruction[]; at: number }
  | { op: 'comprehension'; item: Expr; loops: Loop[]; at: number }
  /** An assignment inside of an expression. */
  | { op: 'set'; assign: Instruction & { do: 'assign' }; at: number }
  /** Any other expression; its parts flow into it. */
  | { op: 'any'; parts: Expr[]; at: number };

export interface Argument {
  name?: string;
  value: Expr;
  /** `*args`, `...args`: the items are the arguments; `**args`: the fields are those with a name. */
  spread?: true | 'named';
}

/** How a method gets the object it is called on. */
export type MethodKind = 'static' | 'class' | 'property';

/** A parameter: the name or pattern that it binds, and its default. */
export interface Param {
  target: Expr;
  fallback?: Expr;
  /** Takes all arguments that are left, or all that are left with a name. */
  rest?: true | 'named';
}

/** `for names in over if test`. */
export interface Loop {
  names: string[];
  over: Expr;
  test?: Expr;
}

/** A statement, in one form for all languages. */
export type Instruction =
  /** `local` for a declaration, which hides a name of that kind outside. */
  | { do: 'assign'; targets: Expr[]; value: Expr; add?: boolean; local?: true }
  | { do: 'evaluate'; value: Expr }
  | { do: 'define'; name: string; value: Expr }
  /** `member` is what is taken out of the module; without it, the name stands for the module. */
  | { do: 'import'; name: string; path: string; member?: string }
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
