import { type BinaryOperator, binaryOperators, type Expression, type SplatStep } from './ast.js';
import { TextReader } from './text-reader.js';

const PRECEDENCE: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Reads expressions (HCL native syntax, section "Expressions"). */
export class ExpressionParser extends TextReader {
  protected expression(): Expression {
    this.enter();
    const condition = this.binary(1);
    let result = condition;
    if (this.is('?')) {
      this.advance();
      const then = this.expression();
      this.expect(':');
      const otherwise = this.expression();
      result = { kind: 'conditional', condition, then, otherwise, ...this.from(condition) };
    }
    this.depth--;
    return result;
  }

  private binary(least: number): Expression {
    let left = this.unary();
    for (let chain = 0; ; chain++) {
      const operator = binaryOperators.find((candidate) => this.is(candidate));
      if (operator === undefined || PRECEDENCE[operator] < least) return left;
      this.bound(chain);
      this.advance();
      const right = this.binary(PRECEDENCE[operator] + 1);
      left = { kind: 'binary', operator, left, right, ...this.from(left) };
    }
  }

  private unary(): Expression {
    const { start, line } = this.token;
    const operator = this.is('-') ? '-' : this.is('!') ? '!' : undefined;
    if (operator === undefined) return this.postfix();
    this.enter();
    this.advance();
    const operand = this.unary();
    this.depth--;
    return { kind: 'unary', operator, operand, ...this.from({ start, line }) };
  }

  private postfix(): Expression {
    let result = this.primary();
    for (let chain = 0; ; chain++) {
      this.bound(chain);
      if (this.is('.')) result = this.dotted(result);
      else if (this.is('[')) result = this.indexed(result);
      else return result;
    }
  }

  private dotted(of: Expression): Expression {
    this.advance();
    if (this.token.kind === 'identifier') {
      const name = this.token.text;
      this.advance();
      return { kind: 'attribute', of, name, ...this.from(of) };
    }
    if (this.token.kind === 'number') {
      const { text, line, start } = this.token;
      this.advance();
      return text.split('.').reduce<Expression>((inner, digits) => {
        const key: Expression = { kind: 'literal', value: Number(digits), source: this.source, start, end: this.lastEnd, line };
        return { kind: 'index', of: inner, key, ...this.from(of) };
      }, of);
    }
    if (!this.is('*')) this.unexpected('a name');
    this.advance();
    return this.splat(of, false);
  }

  private indexed(of: Expression): Expression {
    const outer = this.skipNewlines;
    this.skipNewlines = true;
    this.advance();
    if (this.is('*')) {
      this.advance();
      this.closing(']', outer);
      return this.splat(of, true);
    }
    const key = this.expression();
    this.closing(']', outer);
    return { kind: 'index', of, key, ...this.from(of) };
  }

  /** A `.*` reaches over names only, a `[*]` also over indexes. */
  private splat(of: Expression, full: boolean): Expression {
    const steps: SplatStep[] = [];
    for (;;) {
      this.bound(steps.length);
      if (this.is('.') && this.isName(this.lexer.at)) {
        this.advance();
        steps.push({ kind: 'attribute', name: this.token.text });
        this.advance();
      } else if (full && this.is('[') && !this.starAhead()) {
        const outer = this.skipNewlines;
        this.skipNewlines = true;
        this.advance();
        steps.push({ kind: 'index', key: this.expression() });
        this.closing(']', outer);
      } else return { kind: 'splat', of, steps, ...this.from(of) };
    }
  }

  private isName(at: number): boolean {
    return /^[\p{ID_Start}_]/u.test(this.source.text.slice(at, at + 2));
  }

  private starAhead(): boolean {
    return /^\s*\*/.test(this.source.text.slice(this.lexer.at, this.lexer.at + 20));
  }

  private primary(): Expression {
    const { kind, text, start, line } = this.token;
    if (kind === 'number') {
      this.advance();
      return { kind: 'literal', value: Number(text), ...this.from({ start, line }) };
    }
    if (kind === 'quote') return this.quoted();
    if (kind === 'heredoc') return this.heredoc();
    if (kind === 'identifier') return this.named();
    if (this.is('(')) {
      const outer = this.skipNewlines;
      this.skipNewlines = true;
      this.advance();
      const inner = this.expression();
      this.closing(')', outer);
      // A name in parentheses is no key of an object but a reference.
      return { ...inner, ...this.from({ start, line }) };
    }
    if (this.is('[')) return this.tuple();
    if (this.is('{')) return this.object();
    return this.unexpected('a value');
  }

  private named(): Expression {
    const { start, line } = this.token;
    let name = this.token.text;
    this.advance();
    while (this.is('::')) {
      this.advance();
      name += `::${this.token.text}`;
      if (this.token.kind !== 'identifier') this.unexpected('the name of a function');
      this.advance();
    }
    if (this.is('(')) return this.call(name, { start, line });
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return { kind: 'literal', value: constant, ...this.from({ start, line }) };
    return { kind: 'variable', name, ...this.from({ start, line }) };
  }

  private call(name: string, begin: { start: number; line: number }): Expression {
    const outer = this.skipNewlines;
    this.skipNewlines = true;
    this.advance();
    const args: Expression[] = [];
    let expanded = false;
    while (!this.is(')')) {
      args.push(this.expression());
      if (this.is('...')) {
        expanded = true;
        this.advance();
        if (this.is(',')) this.advance();
        break;
      }
      if (!this.is(',')) break;
      this.advance();
    }
    this.closing(')', outer);
    return { kind: 'call', name, args, expanded, ...this.from(begin) };
  }

  private tuple(): Expression {
    const begin = { start: this.token.start, line: this.token.line };
    const outer = this.skipNewlines;
    this.skipNewlines = true;
    this.advance();
    if (this.isWord('for')) return this.forExpression(']', begin, outer);
    const items: Expression[] = [];
    while (!this.is(']')) {
      items.push(this.expression());
      if (!this.is(',')) break;
      this.advance();
    }
    this.closing(']', outer);
    return { kind: 'tuple', items, ...this.from(begin) };
  }

  private object(): Expression {
    const begin = { start: this.token.start, line: this.token.line };
    const outer = this.skipNewlines;
    this.skipNewlines = true;
    this.advance();
    if (this.isWord('for')) return this.forExpression('}', begin, outer);
    this.skipNewlines = false;
    const entries: { key: Expression; value: Expression }[] = [];
    for (;;) {
      this.skipLines();
      if (this.is('}')) break;
      entries.push(this.entry());
      if (this.atLineEnd()) continue;
      if (!this.is(',')) break;
      this.advance();
    }
    this.closing('}', outer);
    return { kind: 'object', entries, ...this.from(begin) };
  }

  private entry(): { key: Expression; value: Expression } {
    const { kind, text, start, line } = this.token;
    const written = this.expression();
    const plain = kind === 'identifier' && (written.kind === 'variable' || written.kind === 'literal');
    const key: Expression = plain ? { kind: 'literal', value: text, ...this.from({ start, line }) } : written;
    if (!this.is('=') && !this.is(':')) this.unexpected('= or :');
    this.advance();
    return { key, value: this.expression() };
  }

  private forExpression(close: ']' | '}', begin: { start: number; line: number }, outer: boolean): Expression {
    const names = this.forNames();
    const of = this.expression();
    this.expect(':');
    const first = this.expression();
    const keyed = close === '}';
    if (keyed) this.expect('=>');
    const result = keyed ? this.expression() : first;
    const grouped = this.is('...');
    if (grouped) this.advance();
    let condition: Expression | undefined;
    if (this.isWord('if')) {
      this.advance();
      condition = this.expression();
    }
    this.closing(close, outer);
    return {
      kind: 'for',
      ...names,
      of,
      ...(keyed && { keyResult: first }),
      result,
      ...(condition && { condition }),
      grouped,
      ...this.from(begin),
    };
  }

  /** `for k, v in`, up to what is gone through. */
  protected forNames(): { key?: string; value: string } {
    this.advance();
    const first = this.name();
    let second: string | undefined;
    if (this.is(',')) {
      this.advance();
      second = this.name();
    }
    if (!this.isWord('in')) this.unexpected('in');
    this.advance();
    return second === undefined ? { value: first } : { key: first, value: second };
  }

  private name(): string {
    const { kind, text } = this.token;
    if (kind !== 'identifier') this.unexpected('a name');
    this.advance();
    return text;
  }
}
