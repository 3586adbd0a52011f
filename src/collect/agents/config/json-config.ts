import { limits } from '../../../support/limits.js';
import {
  addEntry,
  type ConfigDocument,
  type ConfigNode,
  ConfigSyntaxError,
  childPointer,
  type DuplicateKey,
  type MapNode,
  refuseDeep,
} from './config-node.js';

/**
 * Reads JSON as people write it in settings. Comments, trailing commas and a byte order mark are accepted; everything
 * else that is invalid is refused, because the client would refuse it too. `json5` adds unquoted keys, single quotes
 * and the numbers of JSON5. Throws ConfigSyntaxError. One pass, no regular expression over the whole text, depth
 * limited.
 */
export function readJsonConfig(text: string, options: { json5?: boolean } = {}): ConfigDocument {
  const reader = new JsonReader(text, options.json5 === true);
  const root = reader.document();
  return { root, duplicates: reader.duplicates };
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' };
const WORDS = new Map<string, string | number | boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const WORDS5 = new Map<string, number>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['+Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMBER5 = /^[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/;

class JsonReader {
  readonly duplicates: DuplicateKey[] = [];
  private at = 0;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly json5: boolean,
  ) {
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
  }

  document(): ConfigNode {
    this.skip();
    if (this.at >= this.text.length) throw new ConfigSyntaxError('empty file, expected JSON');
    const root = this.value('', 0);
    this.skip();
    if (this.at < this.text.length) this.fail('text after the end of the JSON value');
    return root;
  }

  private value(pointer: string, depth: number): ConfigNode {
    refuseDeep(depth, this.line);
    const { line, at: start } = this;
    const char = this.text[start];
    if (char === '{') return this.map(pointer, depth);
    if (char === '[') return this.list(pointer, depth);
    const value = this.quoted(char) ? this.string() : this.word();
    return { kind: 'scalar', value, line, pointer, start, end: this.at };
  }

  private map(pointer: string, depth: number): MapNode {
    const map: MapNode = { kind: 'map', entries: new Map(), line: this.line, pointer, start: this.at, end: this.at };
    this.at++;
    for (this.skip(); !this.take('}'); this.separator('}')) {
      const { line } = this;
      const name = this.key();
      this.skip();
      if (!this.take(':')) this.fail('expected ":" after a key');
      this.skip();
      addEntry(map, { name, line, node: this.value(childPointer(pointer, name), depth + 1) }, this.duplicates);
    }
    map.end = this.at;
    return map;
  }

  private list(pointer: string, depth: number): ConfigNode {
    const items: ConfigNode[] = [];
    const { line, at: start } = this;
    this.at++;
    for (this.skip(); !this.take(']'); this.separator(']')) items.push(this.value(childPointer(pointer, items.length), depth + 1));
    return { kind: 'list', items, line, pointer, start, end: this.at };
  }

  /** Reads a comma, which may also precede the closing mark. The closing mark itself is not consumed. */
  private separator(close: string): void {
    this.skip();
    if (this.take(',')) this.skip();
    else if (this.text[this.at] !== close) this.fail(`expected "," or "${close}"`);
  }

  private key(): string {
    if (this.quoted(this.text[this.at])) return this.string();
    const name = this.json5 ? this.run(/[\p{L}\p{N}_$]/u) : '';
    return name === '' ? this.fail('expected a quoted key') : name;
  }

  private quoted(char: string | undefined): boolean {
    return char === '"' || (this.json5 && char === "'");
  }

  private string(): string {
    const mark = this.text[this.at++];
    let value = '';
    for (let from = this.at; ; ) {
      const char = this.text[this.at];
      if (char === undefined) this.fail('JSON ends within a string');
      if (char === '\n') this.fail('a string runs over the end of its line');
      if (char === mark || char === '\\') value += this.text.slice(from, this.at);
      this.at++;
      if (char === mark) return value;
      if (char !== '\\') continue;
      value += this.escape();
      from = this.at;
    }
  }

  private escape(): string {
    const char = this.text[this.at++] ?? '';
    if (char === 'u' || (char === 'x' && this.json5)) return this.code(char === 'u' ? 4 : 2);
    if (char === '"' || char === '\\' || char === '/') return char;
    const control = ESCAPES[char];
    if (control !== undefined && (this.json5 || /[bfnrt]/.test(char))) return control;
    if (!this.json5) this.fail('unknown escape in a string');
    if (char !== '\n') return char;
    this.line++;
    return '';
  }

  private code(digits: number): string {
    const hex = this.text.slice(this.at, this.at + digits);
    if (hex.length < digits || /[^0-9a-fA-F]/.test(hex)) this.fail('broken escape in a string');
    this.at += digits;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  private word(): string | number | boolean | null {
    const word = this.run(/[A-Za-z0-9_+.-]/);
    const known = WORDS.get(word);
    if (known !== undefined) return known;
    if (NUMBER.test(word)) return Number(word);
    if (!this.json5) return this.fail(this.expectation());
    const special = WORDS5.get(word);
    if (special !== undefined) return special;
    return NUMBER5.test(word) ? Number(word.replace(/^\+/, '')) : this.fail(this.expectation());
  }

  private expectation(): string {
    if (this.at >= this.text.length) return 'JSON ends too early';
    return this.text.startsWith('<<<<<<< ', this.at) ? 'merge-conflict markers in JSON' : 'expected a JSON value';
  }

  /** Reads characters of one class, at most as many as a name or a number can have. */
  private run(allowed: RegExp): string {
    const from = this.at;
    while (this.at < this.text.length && this.at - from < limits.maxNameLength && allowed.test(this.text.charAt(this.at))) this.at++;
    return this.text.slice(from, this.at);
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  /** Skips white space and comments. */
  private skip(): void {
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at];
      if (char === '\n') this.line++;
      else if (char === '/') this.comment();
      else if (char !== ' ' && char !== '\t' && char !== '\r' && !(this.json5 && /\s/.test(char ?? ''))) return;
    }
  }

  /** Skips a comment and stops at its last character. */
  private comment(): void {
    const block = this.text[this.at + 1] === '*';
    if (!block && this.text[this.at + 1] !== '/') this.fail('unexpected "/"');
    const end = this.text.indexOf(block ? '*/' : '\n', this.at + 2);
    if (end === -1 && block) this.fail('a comment is not closed');
    const until = end === -1 ? this.text.length : end;
    for (let at = this.at; at < until; at++) if (this.text[at] === '\n') this.line++;
    this.at = (block ? until + 2 : until) - 1;
  }

  private fail(message: string): never {
    throw new ConfigSyntaxError(this.at >= this.text.length ? 'JSON ends too early' : message, this.line);
  }
}
