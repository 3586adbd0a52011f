import { childPointer } from './config-node.js';

/**
 * Lines of the tables, keys and array elements of a TOML text, by JSON pointer. The text must have passed a TOML parser:
 * this walk only finds places and so checks nothing. One pass.
 */
export function tomlPlaces(text: string): Map<string, number> {
  const walk = new TomlWalk(text);
  walk.run();
  return walk.places;
}

class TomlWalk {
  readonly places = new Map<string, number>();
  /** How many tables `[[name]]` has begun, by pointer without indexes of that last level. */
  private readonly counts = new Map<string, number>();
  private at = 0;
  private line = 1;
  private table = '';

  constructor(private readonly text: string) {}

  run(): void {
    for (this.skip(); this.at < this.text.length; this.skip()) {
      if (this.text[this.at] === '[') this.header();
      else this.pair(this.table, '=');
    }
  }

  private header(): void {
    const array = this.text[this.at + 1] === '[';
    this.at += array ? 2 : 1;
    const keys = this.keys(']');
    this.at += array ? 2 : 1;
    const last = keys.length - 1;
    this.table = keys.reduce((pointer, key, index) => this.step(childPointer(pointer, key), array && index === last), '');
    this.mark(this.table);
  }

  /** Into the newest element where the name is an array of tables; `opens` begins another one. */
  private step(pointer: string, opens: boolean): string {
    const count = this.counts.get(pointer) ?? 0;
    if (opens) this.counts.set(pointer, count + 1);
    this.mark(pointer);
    if (!opens && count === 0) return pointer;
    return childPointer(pointer, opens ? count : count - 1);
  }

  private pair(table: string, equals: string): void {
    const { at } = this;
    const pointer = this.keys(equals).reduce((path, key) => {
      const below = childPointer(path, key);
      this.mark(below);
      return below;
    }, table);
    this.at++;
    this.skip();
    this.value(pointer);
    if (this.at === at) this.at++;
  }

  private value(pointer: string): void {
    const char = this.text[this.at];
    if (char === '[') this.array(pointer);
    else if (char === '{') this.inline(pointer);
    else if (char === '"' || char === "'") this.string();
    else while (this.at < this.text.length && !/[,\]}\n#]/.test(this.text.charAt(this.at))) this.at++;
  }

  private array(pointer: string): void {
    this.at++;
    this.skip();
    for (let index = 0; this.at < this.text.length && this.text[this.at] !== ']'; index++) {
      const below = childPointer(pointer, index);
      this.mark(below);
      this.value(below);
      this.comma();
    }
    this.at++;
  }

  private inline(pointer: string): void {
    this.at++;
    this.skip();
    while (this.at < this.text.length && this.text[this.at] !== '}') {
      this.pair(pointer, '=');
      this.comma();
    }
    this.at++;
  }

  private comma(): void {
    this.skip();
    if (this.text[this.at] === ',') this.at++;
    this.skip();
  }

  /** A dotted key up to the mark that ends it; the mark stays. */
  private keys(end: string): string[] {
    const keys: string[] = [];
    while (this.at < this.text.length && this.text[this.at] !== end) {
      const char = this.text.charAt(this.at);
      if (char === '"' || char === "'") keys.push(this.string());
      else if (/[\s.]/.test(char)) this.at++;
      else keys.push(this.bare(end));
    }
    return keys;
  }

  private bare(end: string): string {
    const from = this.at;
    while (this.at < this.text.length && this.text[this.at] !== end && !/[\s.]/.test(this.text.charAt(this.at))) this.at++;
    return this.text.slice(from, this.at);
  }

  /** Any of the four kinds of strings; the plain content with simple escapes undone, which is all that names need. */
  private string(): string {
    const mark = this.text.charAt(this.at);
    const close = this.text.startsWith(mark.repeat(3), this.at) ? mark.repeat(3) : mark;
    const from = this.at + close.length;
    let at = from;
    for (; at < this.text.length && !this.text.startsWith(close, at); at++) {
      if (this.text[at] === '\\' && mark === '"') at++;
      if (this.text[at] === '\n') this.line++;
    }
    this.at = at + close.length;
    while (close.length === 3 && this.text[this.at] === mark) this.at++;
    return mark === '"' ? this.text.slice(from, at).replace(/\\(["\\])/g, '$1') : this.text.slice(from, at);
  }

  private skip(): void {
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at];
      if (char === '\n') this.line++;
      else if (char === '#') this.at = this.endOfLine() - 1;
      else if (char !== ' ' && char !== '\t' && char !== '\r') return;
    }
  }

  private endOfLine(): number {
    const end = this.text.indexOf('\n', this.at);
    return end === -1 ? this.text.length : end;
  }

  /** The first place counts: later headers of a table's parts go through it again. */
  private mark(pointer: string): void {
    if (!this.places.has(pointer)) this.places.set(pointer, this.line);
  }
}
