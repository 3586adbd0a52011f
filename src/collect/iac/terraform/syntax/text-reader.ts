import type { Expression } from './ast.js';
import { type Directive, type TemplateToken, templateParts } from './template.js';
import { TokenCursor } from './token-cursor.js';

const LITERAL_LINE = /(?:\$\$\{|%%\{|[^\n$%]|[$%](?!\{))*\n?/y;
const QUOTED_TEXT = /(?:[^"\\\n$%]|[$%](?!\{))*/y;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
]);

/** Reads quoted texts and heredocs, with the expressions and directives in them. */
export abstract class TextReader extends TokenCursor {
  protected abstract expression(): Expression;

  /** The names before `in`, which is read too. */
  protected abstract forNames(): { key?: string; value: string };

  protected quoted(): Expression {
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

  protected heredoc(): Expression {
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

  protected heredocTokens(end: number): TemplateToken[] {
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

  protected template(tokens: readonly TemplateToken[], range: { start: number; end: number; line: number }, indented = false): Expression {
    const parts = templateParts(tokens, this.lexer, indented);
    const place = { source: this.source, ...range };
    const [only] = parts;
    if (parts.length === 0) return { kind: 'literal', value: '', ...place };
    if (parts.length === 1 && typeof only === 'string') return { kind: 'literal', value: only, ...place };
    return { kind: 'template', parts, ...place };
  }
}
