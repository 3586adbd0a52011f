import type { Attribute, Block, Expression, ParsedFile, SourceText } from './ast.js';
import { ExpressionParser } from './expression-parser.js';
import type { Token } from './lexer.js';

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

class Parser extends ExpressionParser {
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
}
