/** A template of Go's text/template, parsed. Lines are 1-based. */
export type Node =
  | { kind: 'text'; text: string; line: number }
  | { kind: 'action'; pipe: Pipe; line: number }
  | { kind: 'branch'; word: 'if' | 'with' | 'range'; pipe: Pipe; body: Node[]; otherwise: Node[]; line: number }
  | { kind: 'template'; name: string; pipe?: Pipe; line: number }
  | { kind: 'leave'; word: 'break' | 'continue'; line: number };

export interface Pipe {
  /** Variables that it declares or sets, with their `$`. */
  variables: string[];
  /** True for `=`, which sets a variable of an outer scope. */
  sets: boolean;
  commands: Operand[][];
  /** As written. */
  source: string;
}

export type Operand =
  | { kind: 'value'; value: string | number | boolean | null }
  /** `.`, `.a.b`, `$x`, `$x.a`, `(pipe).a`: where it starts, and the fields from there. */
  | { kind: 'way'; from: '.' | `$${string}` | Pipe; fields: string[]; source: string }
  | { kind: 'function'; name: string };

export interface ParsedTemplate {
  nodes: Node[];
  /** Bodies of `define` and `block`. */
  defines: Map<string, Node[]>;
}

export class TemplateSyntaxError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}
