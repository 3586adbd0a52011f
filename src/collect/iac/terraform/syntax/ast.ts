/** A text that is parsed, and the file that it is of. */
export interface SourceText {
  /** Relative to the scanned folder. */
  readonly path: string;
  readonly text: string;
}

interface Node {
  readonly source: SourceText;
  /** Offsets in the text: from `start` to before `end`. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
}

export type Expression =
  | LiteralNode
  | TemplateNode
  | TupleNode
  | ObjectNode
  | ForNode
  | CallNode
  | VariableNode
  | AttributeNode
  | IndexNode
  | SplatNode
  | UnaryNode
  | BinaryNode
  | ConditionalNode;

export interface LiteralNode extends Node {
  readonly kind: 'literal';
  readonly value: string | number | boolean | null;
}

/** A text with something to evaluate in it: `"${var.a}-b"`. */
export interface TemplateNode extends Node {
  readonly kind: 'template';
  readonly parts: readonly TemplatePart[];
}

export type TemplatePart = string | TemplateValue | TemplateIf | TemplateFor;

export interface TemplateValue {
  readonly kind: 'value';
  readonly expression: Expression;
}

export interface TemplateIf {
  readonly kind: 'if';
  readonly condition: Expression;
  readonly then: readonly TemplatePart[];
  readonly otherwise: readonly TemplatePart[];
}

export interface TemplateFor {
  readonly kind: 'for';
  readonly key?: string;
  readonly value: string;
  readonly of: Expression;
  readonly body: readonly TemplatePart[];
}

export interface TupleNode extends Node {
  readonly kind: 'tuple';
  readonly items: readonly Expression[];
}

export interface ObjectNode extends Node {
  readonly kind: 'object';
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
}

/** `[for v in x : v]`, `{for k, v in x : k => v}`; with a key expression the result is a map. */
export interface ForNode extends Node {
  readonly kind: 'for';
  readonly key?: string;
  readonly value: string;
  readonly of: Expression;
  readonly keyResult?: Expression;
  readonly result: Expression;
  readonly condition?: Expression;
  /** `...`: values of the same key are collected in lists. */
  readonly grouped: boolean;
}

export interface CallNode extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expression[];
  /** The last argument is a list of arguments: `f(xs...)`. */
  readonly expanded: boolean;
}

/** The root of a reference: `var`, `each`, a loop's own name, a resource type. */
export interface VariableNode extends Node {
  readonly kind: 'variable';
  readonly name: string;
}

export interface AttributeNode extends Node {
  readonly kind: 'attribute';
  readonly of: Expression;
  readonly name: string;
}

export interface IndexNode extends Node {
  readonly kind: 'index';
  readonly of: Expression;
  readonly key: Expression;
}

/** `x[*].a.b`, `x.*.a`: each step is done to every item. */
export interface SplatNode extends Node {
  readonly kind: 'splat';
  readonly of: Expression;
  readonly steps: readonly SplatStep[];
}

export type SplatStep = { readonly kind: 'attribute'; readonly name: string } | { readonly kind: 'index'; readonly key: Expression };

export interface UnaryNode extends Node {
  readonly kind: 'unary';
  readonly operator: '-' | '!';
  readonly operand: Expression;
}

export const binaryOperators = ['||', '&&', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

export interface BinaryNode extends Node {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface ConditionalNode extends Node {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

export interface Attribute {
  readonly name: string;
  readonly value: Expression;
  readonly line: number;
  readonly endLine: number;
}

export interface Block {
  readonly type: string;
  readonly labels: readonly string[];
  readonly body: Body;
  readonly source: SourceText;
  readonly line: number;
  readonly endLine: number;
}

export interface Body {
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly blocks: readonly Block[];
}

/** A file as far as it could be parsed. */
export interface ParsedFile {
  readonly body: Body;
  /** Why the parser stopped; what stands before that place was read. */
  readonly error?: Error;
}
