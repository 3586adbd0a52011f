import { Malformed } from './byte-cursor.js';

/** No configuration of a model is nested deeper. */
const MAX_JSON_DEPTH = 200;

/** A JSON value with what JSON.parse does not report. */
export interface JsonReading {
  readonly value: unknown;
  /** Keys that occur twice in one object: parsers differ in which one they use. */
  readonly duplicates: readonly string[];
}

/** Parses JSON strictly (RFC 8259); throws Malformed when it is invalid or nested too deep. */
export function readJson(text: string): JsonReading {
  const duplicates = new JsonKeys(text).duplicates();
  try {
    return { value: JSON.parse(text), duplicates };
  } catch {
    throw new Malformed('not valid JSON');
  }
}

const QUOTE = 34;
const BACKSLASH = 92;

/** One pass over the brackets and keys of a text. It relies on JSON.parse to refuse invalid text. */
class JsonKeys {
  /** Keys of the open objects; null for an open array. */
  private readonly open: (Set<string> | null)[] = [];
  private readonly found = new Set<string>();
  private at = 0;

  constructor(private readonly text: string) {}

  duplicates(): string[] {
    for (; this.at < this.text.length; this.at++) this.step(this.text.charCodeAt(this.at));
    return [...this.found];
  }

  private step(code: number): void {
    if (code === QUOTE) this.string();
    else if (code === 123) this.push(new Set());
    else if (code === 91) this.push(null);
    else if (code === 125 || code === 93) this.open.pop();
  }

  private push(keys: Set<string> | null): void {
    if (this.open.push(keys) > MAX_JSON_DEPTH) throw new Malformed(`nesting deeper than ${MAX_JSON_DEPTH} levels`);
  }

  private string(): void {
    const start = this.at + 1;
    let end = this.text.indexOf('"', start);
    while (end !== -1 && this.escaped(end)) end = this.text.indexOf('"', end + 1);
    this.at = end === -1 ? this.text.length : end;
    const keys = this.open.at(-1);
    if (keys !== null && keys !== undefined && this.colonFollows()) this.key(keys, this.text.slice(start, this.at));
  }

  private escaped(quote: number): boolean {
    let slashes = 0;
    while (this.text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    return slashes % 2 === 1;
  }

  private colonFollows(): boolean {
    let next = this.at + 1;
    while (next < this.text.length && this.text.charCodeAt(next) <= 32) next++;
    return this.text[next] === ':';
  }

  private key(keys: Set<string>, raw: string): void {
    const name = raw.includes('\\') ? unescaped(raw) : raw;
    if (keys.has(name)) this.found.add(name);
    keys.add(name);
  }
}

function unescaped(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
