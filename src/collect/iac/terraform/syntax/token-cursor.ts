import { InputError } from '../../../../support/errors.js';
import { limits } from '../../../../support/limits.js';
import type { SourceText } from './ast.js';
import { Lexer, type Token } from './lexer.js';

/** Operators or steps in a row; more would be as deep a tree. */
const MAX_CHAIN = 1000;

/** Moves over the tokens of a text, with the bounds of all that parses it. */
export class TokenCursor {
  protected readonly lexer: Lexer;
  protected token: Token = { kind: 'end', text: '', start: 0, line: 1 };
  protected skipNewlines = false;
  protected depth = 0;
  /** End of the token before the current one. */
  protected lastEnd = 0;

  constructor(
    protected readonly source: SourceText,
    line = 1,
  ) {
    this.lexer = new Lexer(source);
    this.lexer.line = line;
  }

  protected atLineEnd(): boolean {
    return this.token.kind === 'newline';
  }

  protected atEnd(): boolean {
    return this.token.kind === 'end';
  }

  protected skipLines(): void {
    while (this.atLineEnd()) this.advance();
  }

  protected is(mark: string): boolean {
    return this.token.kind === 'mark' && this.token.text === mark;
  }

  protected isWord(word: string): boolean {
    return this.token.kind === 'identifier' && this.token.text === word;
  }

  protected expect(mark: string): void {
    if (!this.is(mark)) this.unexpected(mark);
    this.advance();
  }

  /** Leaves brackets: new lines after them count as they did before. */
  protected closing(mark: string, outer: boolean): void {
    if (!this.is(mark)) this.unexpected(mark);
    this.skipNewlines = outer;
    this.advance();
  }

  protected advance(): void {
    this.lastEnd = this.lexer.at;
    this.token = this.lexer.next(this.skipNewlines);
  }

  protected from({ start, line }: { start: number; line: number }) {
    return { source: this.source, start, end: this.lastEnd, line };
  }

  protected enter(): void {
    this.depth++;
    if (this.depth > limits.maxDepth) this.tooDeep();
  }

  protected bound(chain: number): void {
    if (chain >= MAX_CHAIN) this.tooDeep();
  }

  private tooDeep(): never {
    throw new InputError({ where: this.source.path, line: this.token.line, issue: 'too_deep', message: 'nested too deep' });
  }

  protected unexpected(wanted: string): never {
    const found =
      this.token.kind === 'end'
        ? 'the end'
        : this.token.kind === 'newline'
          ? 'the end of the line'
          : JSON.stringify(this.token.text.slice(0, 40));
    return this.lexer.fail(`expected ${wanted}, found ${found}`, this.token.line);
  }
}
