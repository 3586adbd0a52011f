import type { IacValue, SourcePlace } from '../../../../model/iac.js';
import { InputError } from '../../../../support/errors.js';
import type { IssueKind } from '../../../../support/issue-kinds.js';
import { quote } from '../../../../support/quote.js';
import type { Expression } from '../syntax/ast.js';

/** What a reference names, before what is taken of it: `var.a`, `data.aws_ami.b`. */
export interface Reference {
  /** `var`, `local`, `module`, `path`, `terraform`, `data`, `ephemeral`, `resource`. */
  readonly kind: string;
  /** Type of a resource or data source. */
  readonly type?: string;
  readonly name: string;
}

/** What the names of one module stand for. */
export interface Names {
  /** The value of a reference; throws EvaluationError if nothing has that name. */
  valueOf(reference: Reference, expression: Expression, scope: Scope): IacValue;
  /** Reads a file of the tree by a path relative to the root; undefined: there is none. Throws InputError if it is no text. */
  fileText(path: string): string | undefined;
  fileBytes(path: string): Uint8Array | undefined;
  /** Names of files below a folder, relative to it. */
  filesBelow(path: string): readonly string[];
}

/** Where an expression is evaluated. */
export interface Scope {
  readonly at: SourcePlace;
  /** Names of loops, `each`, `count`, `self`: they stand before the names of the module. */
  readonly own: ReadonlyMap<string, IacValue>;
  readonly names: Names;
  readonly budget: Budget;
  /** How many templates stand around this one. */
  readonly depth?: number;
}

export interface NotedIssue {
  kind: IssueKind;
  reason: string;
  path: string;
  line?: number;
}

const MAX_STEPS = 20_000_000;
const MAX_TEXT = 1_000_000;
const MAX_ITEMS = 100_000;

/** What the evaluation of one tree may cost, and what it has to tell. */
export class Budget {
  private steps = 0;
  private readonly noted = new Map<string, NotedIssue>();

  /** Throws InputError `too_many` when hostile input would take for ever. */
  spend(steps = 1): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new InputError({ issue: 'too_many', message: `more than ${MAX_STEPS} steps to evaluate` });
  }

  /** False, and an issue, if a text would be longer than any that infrastructure code has a use for. */
  allowsText(length: number, at: SourcePlace): boolean {
    this.spend(length >> 4);
    if (length <= MAX_TEXT) return true;
    this.note('too_large', `a text of more than ${MAX_TEXT} characters is not worked out`, at);
    return false;
  }

  allowsItems(count: number, at: SourcePlace): boolean {
    if (count <= MAX_ITEMS) return true;
    this.note('too_many', `a list of more than ${MAX_ITEMS} items is not worked out`, at);
    return false;
  }

  note(kind: IssueKind, reason: string, { path, line }: SourcePlace): void {
    const key = `${kind}\n${path}\n${line}\n${reason}`;
    if (!this.noted.has(key)) this.noted.set(key, { kind, reason, path, line });
  }

  get issues(): NotedIssue[] {
    return [...this.noted.values()];
  }
}

const texts = new WeakMap<Expression, string>();

/** An expression as written, on one line, without secrets. */
export function writtenAs(expression: Expression): string {
  const known = texts.get(expression);
  if (known !== undefined) return known;
  const text = quote(
    expression.source.text.slice(expression.start, Math.min(expression.end, expression.start + 400)).replace(/\s+/g, ' '),
    120,
  );
  texts.set(expression, text);
  return text;
}
