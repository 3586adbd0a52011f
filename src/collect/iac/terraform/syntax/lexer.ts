import { InputError } from '../../../../support/errors.js';
import type { SourceText } from './ast.js';

export type TokenKind = 'identifier' | 'number' | 'mark' | 'quote' | 'heredoc' | 'newline' | 'end';

export interface Token {
  kind: TokenKind;
  /** Identifier, digits or mark as written; of a heredoc its closing word, with a leading `-` if indentation is cut. */
  text: string;
  start: number;
  line: number;
}

const IDENTIFIER = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const NUMBER = /[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const HEREDOC = /<<(-?)([\p{ID_Start}_][\p{ID_Continue}-]*)[ \t]*\r?\n/uy;
/** Longest first. */
const MARKS = ['...', '::', '==', '!=', '<=', '>=', '&&', '||', '=>', '~}', ...'{}[]()=:?,.+-*/%!<>'];
const MARKS_BY_FIRST = new Map<string, string[]>();
for (const mark of MARKS) MARKS_BY_FIRST.set(mark.charAt(0), [...(MARKS_BY_FIRST.get(mark.charAt(0)) ?? []), mark]);

/** Gives one token after another. Texts in quotes and heredocs are read by the parser, which moves `at`. */
export class Lexer {
  /** Offset of what is read next. */
  at = 0;
  /** 1-based line of `at`. */
  line = 1;

  constructor(readonly source: SourceText) {
    if (source.text.startsWith('\uFEFF')) this.at = 1;
  }

  next(skipNewlines: boolean): Token {
    this.skipSpace(skipNewlines);
    const { text } = this.source;
    const { at: start, line } = this;
    const char = text[start];
    if (char === undefined) return { kind: 'end', text: '', start, line };
    if (char === '\n') {
      this.at++;
      this.line++;
      return { kind: 'newline', text: char, start, line };
    }
    if (char === '"') {
      this.at++;
      return { kind: 'quote', text: char, start, line };
    }
    return this.word(start, line) ?? this.mark(char, start, line);
  }

  /** The error of a text that cannot be read on. */
  fail(message: string, line = this.line): never {
    throw new InputError({ where: this.source.path, line, message });
  }

  private word(start: number, line: number): Token | undefined {
    const identifier = this.match(IDENTIFIER);
    if (identifier) return { kind: 'identifier', text: identifier[0], start, line };
    const number = this.match(NUMBER);
    if (number) return { kind: 'number', text: number[0], start, line };
    const heredoc = this.match(HEREDOC);
    if (!heredoc) return undefined;
    this.line++;
    return { kind: 'heredoc', text: `${heredoc[1]}${heredoc[2]}`, start, line };
  }

  private mark(char: string, start: number, line: number): Token {
    const mark = MARKS_BY_FIRST.get(char)?.find((candidate) => this.source.text.startsWith(candidate, start));
    if (mark === undefined) return this.fail(`unexpected character ${JSON.stringify(char)}`, line);
    this.at += mark.length;
    return { kind: 'mark', text: mark, start, line };
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  private skipSpace(skipNewlines: boolean): void {
    const { text } = this.source;
    for (;;) {
      const char = text[this.at];
      if (char === ' ' || char === '\t' || char === '\r') this.at++;
      else if (char === '\n' && skipNewlines) {
        this.at++;
        this.line++;
      } else if (char === '#') this.lineComment();
      else if (char === '/' && text[this.at + 1] === '/') this.lineComment();
      else if (char === '/' && text[this.at + 1] === '*') this.blockComment();
      else return;
    }
  }

  private lineComment(): void {
    const end = this.source.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.source.text.length : end;
  }

  private blockComment(): void {
    const { text } = this.source;
    const end = text.indexOf('*/', this.at + 2);
    if (end < 0) this.fail('this comment is never closed');
    for (let newline = text.indexOf('\n', this.at); newline >= 0 && newline < end; newline = text.indexOf('\n', newline + 1)) this.line++;
    this.at = end + 2;
  }
}
