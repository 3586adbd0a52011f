import { InputError } from '../../../../support/errors.js';
import { limits } from '../../../../support/limits.js';
import {
  type Attribute,
  type BinaryOperator,
  type Block,
  binaryOperators,
  type Expression,
  type ParsedFile,
  type SourceText,
  type SplatStep,
} from './ast.js';
import { Lexer, type Token } from './lexer.js';
import { type Directive, type TemplateToken, templateParts } from './template.js';

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
/** Operators or steps in a row; more would be as deep a tree. */
const MAX_CHAIN = 1000;
const LITERAL_LINE = /(?:\$\$\{|%%\{|[^\n$%]|[$%](?!\{))*\n?/y;
const QUOTED_TEXT = /(?:[^"\\\n$%]|[$%](?!\{))*/y;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
]);

/** Parses a file in HCL's native syntax. Never throws: what could not be parsed is told by `error`. */
export function parseBody(source: SourceText): ParsedFile {
  const parser = new Parser(source);
  const attributes = new Map<string, Attribute>();
  const blocks: Block[] = [];
  try {
    parser.start();
    parser.body(attributes, blocks, undefined);
    return { body: { attributes, blocks } };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { body: { attributes, blocks }, error };
  }
}

/** Parses one expression. Throws InputError. */
export function parseExpression(source: SourceText): Expression {
  const parser = new Parser(source);
  return parser.whole();
}

/** Parses a text as what stands between quotes, without escapes: a file for `templatefile`, a value of the JSON syntax. */
export function parseTemplate(source: SourceText, line = 1): Expression {
  return new Parser(source, line).wholeTemplate();
}

class Parser {
  private readonly lexer: Lexer;
  private token: Token = { kind: 'end', text: '', start: 0, line: 1 };
  private skipNewlines = false;
  private depth = 0;
  /** End of the token before the current one. */
  private lastEnd = 0;

  constructor(
    private readonly source: SourceText,
    line = 1,
  ) {
    this.lexer = new Lexer(source);
    this.lexer.line = line;
  }

  start(): void {
    this.advance();
  }

  whole(): Expression {
    this.skipNewlines = true;
    this.advance();
    const expression = this.expression();
    if (this.token.kind !== 'end') this.unexpected('the end');
    return expression;
  }

  wholeTemplate(): Expression {
    const { line } = this.lexer;
    return this.template(this.heredocTokens(this.source.text.length), { start: 0, end: this.source.text.length, line });
  }

  body(attributes: Map<string, Attribute>, blocks: Block[], closing: '}' | undefined): void {
    for (;;) {
      this.skipLines();
      if (closing === undefined ? this.token.kind === 'end' : this.is(closing)) return;
      const name = this.token;
      if (name.kind !== 'identifier') this.unexpected('an attribute or a block');
      this.advance();
      if (this.is('=')) this.attribute(name, attributes);
      else blocks.push(this.block(name));
      if (!this.atLineEnd() && !this.atEnd() && !(closing && this.is(closing))) this.unexpected('a new line');
    }
  }

  private attribute(name: Token, attributes: Map<string, Attribute>): void {
    this.advance();
    const value = this.expression();
    if (attributes.has(name.text)) this.lexer.fail(`${name.text} is set a second time`, name.line);
    attributes.set(name.text, { name: name.text, value, line: name.line, endLine: this.lineBefore(value) });
  }

  private lineBefore(value: Expression): number {
    let line = value.line;
    for (let at = this.source.text.indexOf('\n', value.start); at >= 0 && at < value.end; at = this.source.text.indexOf('\n', at + 1))
      line++;
    return line;
  }

  private block(type: Token): Block {
    const labels: string[] = [];
    while (!this.is('{')) {
      if (this.token.kind === 'identifier') labels.push(this.token.text);
      else if (this.token.kind === 'quote') {
        labels.push(this.label());
        continue;
      } else this.unexpected('{');
      this.advance();
    }
    this.enter();
    const attributes = new Map<string, Attribute>();
    const blocks: Block[] = [];
    this.advance();
    this.body(attributes, blocks, '}');
    const endLine = this.token.line;
    this.depth--;
    this.advance();
    return { type: type.text, labels, body: { attributes, blocks }, source: this.source, line: type.line, endLine };
  }

  private label(): string {
    const { line } = this.token;
    const text = this.quoted();
    if (text.kind !== 'literal' || typeof text.value !== 'string') return this.lexer.fail('a label holds plain text only', line);
    return text.value;
  }

  private expression(): Expression {
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
  private forNames(): { key?: string; value: string } {
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

  private quoted(): Expression {
    const { start, line } = this.token;
    const tokens = this.quotedTokens(line);
    const end = this.lexer.at;
    const result = this.template(tokens, { start, end, line });
    this.advance();
    return result;
  }

  private quotedTokens(line: number): TemplateToken[] {
    const { lexer } = this;
    const { text } = this.source;
    const tokens: TemplateToken[] = [];
    let known = '';
    for (;;) {
      QUOTED_TEXT.lastIndex = lexer.at;
      known += QUOTED_TEXT.exec(text)?.[0] ?? '';
      lexer.at = Math.max(lexer.at, QUOTED_TEXT.lastIndex);
      const char = text[lexer.at];
      if (char === undefined || char === '\n') lexer.fail('this text is never closed', line);
      else if (char === '"') {
        lexer.at++;
        if (known !== '') tokens.push({ kind: 'text', text: known });
        return tokens;
      } else if (char === '\\') known += this.escape();
      else if (known.endsWith(char)) {
        // `$${` and `%%{` stand for themselves with one mark less.
        known += '{';
        lexer.at += 2;
      } else {
        if (known !== '') tokens.push({ kind: 'text', text: known });
        known = '';
        tokens.push(this.hole(char));
      }
    }
  }

  private escape(): string {
    const { lexer } = this;
    const letter = this.source.text[lexer.at + 1] ?? '';
    const known = ESCAPES.get(letter);
    if (known !== undefined) {
      lexer.at += 2;
      return known;
    }
    const digits = letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
    const hex = this.source.text.slice(lexer.at + 2, lexer.at + 2 + digits);
    const code = Number.parseInt(hex, 16);
    if (digits === 0 || !/^[0-9a-fA-F]+$/.test(hex) || hex.length < digits || code > 0x10ffff)
      return lexer.fail('a backslash here stands before n, r, t, ", \\, uNNNN or UNNNNNNNN only');
    lexer.at += 2 + digits;
    return String.fromCodePoint(code);
  }

  private heredoc(): Expression {
    const { text: marked, start, line } = this.token;
    const indented = marked.startsWith('-');
    const word = indented ? marked.slice(1) : marked;
    const end = this.heredocEnd(word, line);
    const tokens = this.heredocTokens(end.body);
    this.lexer.at = end.after;
    const result = this.template(tokens, { start, end: end.after, line }, indented);
    this.advance();
    return result;
  }

  /** Offsets of the end of the text and of the end of its closing word. */
  private heredocEnd(word: string, line: number): { body: number; after: number } {
    const { text } = this.source;
    for (let from = this.lexer.at; from < text.length; ) {
      const newline = text.indexOf('\n', from);
      const stop = newline < 0 ? text.length : newline;
      if (stop - from >= word.length && text.slice(from, stop).trim() === word)
        return { body: from, after: text.indexOf(word, from) + word.length };
      from = stop + 1;
    }
    return this.lexer.fail(`the text up to ${word} is never closed`, line);
  }

  private heredocTokens(end: number): TemplateToken[] {
    const { lexer } = this;
    const { text } = this.source;
    const tokens: TemplateToken[] = [];
    while (lexer.at < end) {
      LITERAL_LINE.lastIndex = lexer.at;
      const found = LITERAL_LINE.exec(text)?.[0] ?? '';
      const literal = found.slice(0, end - lexer.at);
      if (literal !== '') {
        tokens.push({ kind: 'text', text: literal.replaceAll('$${', '${').replaceAll('%%{', '%{') });
        lexer.at += literal.length;
        if (literal.endsWith('\n')) lexer.line++;
        continue;
      }
      tokens.push(this.hole(text[lexer.at] ?? ''));
    }
    return tokens;
  }

  /** `${…}` or `%{…}`. */
  private hole(mark: string): TemplateToken {
    const { lexer } = this;
    this.enter();
    lexer.at += 2;
    const trimBefore = this.source.text[lexer.at] === '~';
    if (trimBefore) lexer.at++;
    const outer = this.skipNewlines;
    this.skipNewlines = true;
    const { line } = lexer;
    this.advance();
    const inner = mark === '$' ? { kind: 'value' as const, expression: this.expression() } : { line, ...this.directive() };
    const trimAfter = this.is('~}');
    if (!trimAfter && !this.is('}')) this.unexpected('}');
    this.skipNewlines = outer;
    this.depth--;
    return { ...inner, trimBefore, trimAfter };
  }

  private directive(): Directive {
    const word = this.token.text;
    if (word === 'for') {
      const names = this.forNames();
      return { kind: 'for', ...names, of: this.expression() };
    }
    if (word === 'if') {
      this.advance();
      return { kind: 'if', condition: this.expression() };
    }
    if (word !== 'else' && word !== 'endif' && word !== 'endfor') return this.unexpected('if, else, endif, for or endfor');
    this.advance();
    return { kind: word };
  }

  private template(tokens: readonly TemplateToken[], range: { start: number; end: number; line: number }, indented = false): Expression {
    const parts = templateParts(tokens, this.lexer, indented);
    const place = { source: this.source, ...range };
    const [only] = parts;
    if (parts.length === 0) return { kind: 'literal', value: '', ...place };
    if (parts.length === 1 && typeof only === 'string') return { kind: 'literal', value: only, ...place };
    return { kind: 'template', parts, ...place };
  }

  private atLineEnd(): boolean {
    return this.token.kind === 'newline';
  }

  private atEnd(): boolean {
    return this.token.kind === 'end';
  }

  private skipLines(): void {
    while (this.atLineEnd()) this.advance();
  }

  private is(mark: string): boolean {
    return this.token.kind === 'mark' && this.token.text === mark;
  }

  private isWord(word: string): boolean {
    return this.token.kind === 'identifier' && this.token.text === word;
  }

  private expect(mark: string): void {
    if (!this.is(mark)) this.unexpected(mark);
    this.advance();
  }

  /** Leaves brackets: new lines after them count as they did before. */
  private closing(mark: string, outer: boolean): void {
    if (!this.is(mark)) this.unexpected(mark);
    this.skipNewlines = outer;
    this.advance();
  }

  private advance(): void {
    this.lastEnd = this.lexer.at;
    this.token = this.lexer.next(this.skipNewlines);
  }

  private from({ start, line }: { start: number; line: number }) {
    return { source: this.source, start, end: this.lastEnd, line };
  }

  private enter(): void {
    this.depth++;
    if (this.depth > limits.maxDepth) this.tooDeep();
  }

  private bound(chain: number): void {
    if (chain >= MAX_CHAIN) this.tooDeep();
  }

  private tooDeep(): never {
    throw new InputError({ where: this.source.path, line: this.token.line, issue: 'too_deep', message: 'nested too deep' });
  }

  private unexpected(wanted: string): never {
    const found =
      this.token.kind === 'end'
        ? 'the end'
        : this.token.kind === 'newline'
          ? 'the end of the line'
          : JSON.stringify(this.token.text.slice(0, 40));
    return this.lexer.fail(`expected ${wanted}, found ${found}`, this.token.line);
  }
}
