import { InputError } from '../../../support/errors.js';
import { limits } from '../../../support/limits.js';
import { LineCursor } from '../../../support/line-index.js';
import { quotedEnd } from './yaml-scalars.js';

/** A literal of Elixir, as `inspect` prints it. Keyword pairs (`hex: :bunt`) and map pairs (`"a" => 1`) are pairs. */
export type Term =
  | { kind: 'text' | 'atom' | 'number'; value: string; line: number }
  | { kind: 'tuple' | 'list' | 'map'; items: readonly Term[]; line: number }
  | { kind: 'pair'; key: Term; value: Term; line: number };

/**
 * A punctuation mark; the opening quote of a text or quoted atom; a word, perhaps the key of a keyword list; a number.
 */
const TOKEN = /(%?\{|[[\]}]|,|=>)|(:?")|(:?[A-Za-z_][A-Za-z0-9_@]*[?!]?)(:(?!:))?|(-?\d[\d_.]*)/y;
const CLOSING: Readonly<Record<string, string>> = { '%{': '}', '{': '}', '[': ']' };
const KIND: Readonly<Record<string, 'tuple' | 'list' | 'map'>> = { '%{': 'map', '{': 'tuple', '[': 'list' };

/** Reads a text that is one literal; nothing is evaluated. Throws InputError with the line for anything else. */
export function readTerm(text: string, where: string): Term {
  return new TermReader(text, where).document();
}

class TermReader {
  private at = 0;
  private readonly lines: LineCursor;
  /** Text and kind of the token just read. */
  private token = '';
  private type: 'mark' | 'text' | 'atom' | 'number' | 'end' = 'end';
  private isKey = false;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly where: string,
  ) {
    this.lines = new LineCursor(text);
  }

  document(): Term {
    this.advance();
    const term = this.term(0);
    if (this.type !== 'end') throw this.unexpected('the end');
    return term;
  }

  private term(depth: number): Term {
    if (depth > limits.maxDepth) throw this.error(`nested deeper than ${limits.maxDepth} levels`, 'too_deep');
    const { type, token, line, isKey } = this;
    if (type === 'mark') return this.collection(depth);
    if (type === 'end') throw this.unexpected('a value');
    this.advance();
    const term: Term = { kind: type, value: token, line };
    if (isKey) return { kind: 'pair', key: term, value: this.term(depth + 1), line };
    if (this.type !== 'mark' || this.token !== '=>') return term;
    this.advance();
    return { kind: 'pair', key: term, value: this.term(depth + 1), line };
  }

  private collection(depth: number): Term {
    const { token, line } = this;
    const kind = KIND[token];
    const closing = CLOSING[token];
    if (kind === undefined || closing === undefined) throw this.unexpected('a value');
    const items: Term[] = [];
    this.advance();
    while (!this.isMark(closing)) {
      items.push(this.term(depth + 1));
      if (this.isMark(',')) this.advance();
      else if (!this.isMark(closing)) throw this.unexpected(`, or ${closing}`);
    }
    this.advance();
    return { kind, items, line };
  }

  private isMark(mark: string): boolean {
    return this.type === 'mark' && this.token === mark;
  }

  private advance(): void {
    this.skipBlanks();
    TOKEN.lastIndex = this.at;
    const hit = TOKEN.exec(this.text);
    if (!hit) {
      this.finish();
      return;
    }
    const [token, mark, opening, word, colon] = hit;
    this.line = this.lines.at(this.at);
    this.at = TOKEN.lastIndex;
    this.isKey = colon !== undefined;
    if (opening !== undefined) this.readQuoted(opening === ':"');
    else if (mark !== undefined) this.take('mark', mark);
    else if (word !== undefined) this.take('atom', word.replace(/^:/, ''));
    else this.take('number', token);
  }

  /** Reads from after the opening quote; a colon after the closing one makes it a key. */
  private readQuoted(isAtom: boolean): void {
    const start = this.at;
    const end = quotedEnd(this.text, start - 1, this.text.length);
    if (end === -1) throw this.error('a text that is never closed');
    this.isKey = !isAtom && this.text[end] === ':' && this.text[end + 1] !== ':';
    this.at = this.isKey ? end + 1 : end;
    this.take(isAtom || this.isKey ? 'atom' : 'text', unescaped(this.text.slice(start, end - 1)));
  }

  private skipBlanks(): void {
    const { text } = this;
    while (this.at < text.length) {
      if (text.charCodeAt(this.at) <= 32) this.at++;
      else if (text[this.at] !== '#') return;
      else this.at = Math.max(text.indexOf('\n', this.at), 0) || text.length;
    }
  }

  private take(type: 'mark' | 'text' | 'atom' | 'number', token: string): void {
    this.type = type;
    this.token = token;
  }

  private finish(): void {
    this.type = 'end';
    this.token = '';
    if (this.at >= this.text.length) return;
    this.line = this.lines.at(this.at);
    throw this.error(`no Elixir literal: ${JSON.stringify(this.text.slice(this.at, this.at + 20))}`);
  }

  private unexpected(wanted: string): InputError {
    return this.error(`expected ${wanted}, found ${this.type === 'end' ? 'the end' : JSON.stringify(this.token.slice(0, 20))}`);
  }

  private error(message: string, issue: 'unparsable' | 'too_deep' = 'unparsable'): InputError {
    return new InputError({ where: this.where, line: this.line, issue, message: message.replace(/[^\x20-\x7e]/g, '?') });
  }
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\([\s\S])/g, '$1') : text;
}
