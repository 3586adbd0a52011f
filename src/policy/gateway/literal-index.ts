/** A glob, by the longest part of it that stands in each text that fits. */
interface Literal {
  kind: 'whole' | 'start' | 'end' | 'within';
  text: string;
}

/** Parts within a text are found by their first characters. */
const HEAD = 3;

/** Parts that are compared for each character of a text, before all are taken as found. */
const MOST_TRIES = 4;
/** Units of work for a character at which parts may begin. */
const WITHIN_WORK = 10;

/** Which globs a text may fit, found by what stands at its start, at its end or within it. */
export class LiteralIndex<T> {
  private readonly whole = new Map<string, T[]>();
  private readonly starts = new Map<number, Map<string, T[]>>();
  private readonly ends = new Map<number, Map<string, T[]>>();
  private readonly within = new Map<string, { text: string; value: T }[]>();

  /** True where each glob has a part that a text can be found by. */
  static takes(globs: readonly string[]): boolean {
    return globs.every((glob) => literalOf(glob) !== undefined);
  }

  /** Enters a value under globs that it `takes`. */
  add(globs: readonly string[], value: T): void {
    for (const glob of globs) {
      const literal = literalOf(glob);
      if (literal) this.enter(literal, value);
    }
  }

  /** Units of work that looking a text up takes. */
  work({ length }: string): number {
    return 1 + this.starts.size + this.ends.size + (this.within.size > 0 ? length * WITHIN_WORK : 0);
  }

  /** Adds the values of all globs that the text may fit; some of them twice. */
  collect(text: string, found: T[]): void {
    found.push(...(this.whole.get(text) ?? []));
    for (const [length, byText] of this.starts) found.push(...(byText.get(text.slice(0, length)) ?? []));
    for (const [length, byText] of this.ends) found.push(...(byText.get(text.slice(-length)) ?? []));
    if (this.within.size > 0) this.collectWithin(text, found);
  }

  private collectWithin(text: string, found: T[]): void {
    let tries = MOST_TRIES * (text.length + this.within.size);
    for (let at = 0; at + HEAD <= text.length; at++) {
      const parts = this.within.get(text.slice(at, at + HEAD)) ?? [];
      tries -= parts.length;
      if (tries < 0) {
        for (const all of this.within.values()) found.push(...all.map(({ value }) => value));
        return;
      }
      for (const part of parts) if (text.startsWith(part.text, at)) found.push(part.value);
    }
  }

  private enter({ kind, text }: Literal, value: T): void {
    if (kind === 'whole') push(this.whole, text, value);
    else if (kind === 'within') push(this.within, text.slice(0, HEAD), { text, value });
    else {
      const byLength = kind === 'start' ? this.starts : this.ends;
      const byText = byLength.get(text.length) ?? new Map<string, T[]>();
      byLength.set(text.length, byText);
      push(byText, text, value);
    }
  }
}

function literalOf(glob: string): Literal | undefined {
  const [first = '', ...more] = glob.split(/[*?]/);
  const last = more.pop();
  if (last === undefined) return { kind: 'whole', text: first };
  const middle = more.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  if (middle.length >= HEAD && middle.length > Math.max(first.length, last.length)) return { kind: 'within', text: middle };
  if (first.length >= last.length) return first === '' ? undefined : { kind: 'start', text: first };
  return { kind: 'end', text: last };
}

/** Adds to a list of a map. */
export function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
