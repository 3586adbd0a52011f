import { InputError } from './errors.js';
import { limits } from './limits.js';
import { LineCursor } from './line-index.js';

/** A JSON value with the 1-based line where it stands; a member of an object has the line of its key. */
export type LocatedJson =
  | { kind: 'scalar'; value: string | number | boolean | null; line: number }
  | { kind: 'list'; items: LocatedJson[]; line: number }
  | { kind: 'map'; entries: Map<string, LocatedJson>; line: number; endLine: number }
  | { kind: 'hole'; line: number };

/** Stands in a text for a part that is not known. Outside of strings it is a value of its own. */
export const JSON_HOLE = '\uE000';

const TOKEN = /[{}[\]:,\uE000]|"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/**
 * Parses JSON with lines. Throws InputError with the line: `unparsable` or `too_deep`. Of a repeated key the last value holds, as for
 * `JSON.parse`. `lenient`: a comma may stand after the last item.
 */
export function parseLocatedJson(text: string, where: string, lenient?: 'lenient'): LocatedJson {
  return new Parser(text, where, lenient).whole();
}

class Parser {
  private at = 0;
  private readonly lines: LineCursor;
  private token = '';
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly where: string,
    private readonly lenient: 'lenient' | undefined,
  ) {
    this.lines = new LineCursor(text);
  }

  whole(): LocatedJson {
    this.next();
    const value = this.value(0);
    if (this.token !== '') throw this.error('expected the end of the JSON text');
    return value;
  }

  /** Reads the next token; an empty one is the end. */
  private next(): void {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    this.at = SPACE.lastIndex;
    this.line = this.lines.at(this.at);
    if (this.at === this.text.length) {
      this.token = '';
      return;
    }
    TOKEN.lastIndex = this.at;
    const found = TOKEN.exec(this.text);
    if (!found) throw this.error('not valid JSON');
    this.token = found[0];
    this.at = TOKEN.lastIndex;
  }

  private value(depth: number): LocatedJson {
    if (depth > limits.maxDepth)
      throw new InputError({
        where: this.where,
        line: this.line,
        issue: 'too_deep',
        message: `nested deeper than ${limits.maxDepth} levels`,
      });
    const { token, line } = this;
    if (token === '{') return this.map(depth, line);
    if (token === '[') return this.list(depth, line);
    if (token === '') throw this.error('JSON ends too early');
    if (/^[}\]:,]$/.test(token)) throw this.error('expected a value');
    this.next();
    return token === JSON_HOLE ? { kind: 'hole', line } : { kind: 'scalar', value: this.scalar(token, line), line };
  }

  private map(depth: number, line: number): LocatedJson {
    const entries = new Map<string, LocatedJson>();
    this.next();
    while (this.token !== '}') {
      const keyLine = this.line;
      if (!this.token.startsWith('"')) throw this.error('expected a key in quotes');
      const key = String(this.scalar(this.token, keyLine));
      this.next();
      this.expect(':');
      entries.set(key, { ...this.value(depth + 1), line: keyLine });
      if (!this.comma('}')) break;
    }
    const endLine = this.line;
    this.expect('}');
    return { kind: 'map', entries, line, endLine };
  }

  private list(depth: number, line: number): LocatedJson {
    const items: LocatedJson[] = [];
    this.next();
    while (this.token !== ']') {
      items.push(this.value(depth + 1));
      if (!this.comma(']')) break;
    }
    this.expect(']');
    return { kind: 'list', items, line };
  }

  /** False at the end of the list or map; a comma before the end is an error. */
  private comma(end: string): boolean {
    if (this.token !== ',') return false;
    this.next();
    if (this.token === end && !this.lenient) throw this.error('expected a value after the comma');
    return true;
  }

  private expect(token: string): void {
    if (this.token !== token) throw this.error(this.token === '' ? 'JSON ends too early' : `expected "${token}"`);
    this.next();
  }

  private scalar(token: string, line: number): string | number | boolean | null {
    try {
      const value: unknown = JSON.parse(token);
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
    } catch (cause) {
      throw new InputError({ where: this.where, line, message: 'not valid JSON', cause });
    }
  }

  private error(message: string): InputError {
    return new InputError({ where: this.where, line: this.line, message });
  }
}
