import { LineCursor } from '../../support/line-index.js';

/** Lines of the string values of one key in a JSON text, in file order. */
export class ValueLines {
  private readonly found = new Map<string, { lines: number[]; taken: number }>();

  /** Reads the text once; values above 2000 characters are left out. `key` may only contain letters. */
  constructor(text: string, key: string) {
    const cursor = new LineCursor(text);
    for (const match of text.matchAll(new RegExp(`"${key}"\\s*:\\s*"((?:[^"\\\\]|\\\\.){0,2000})"`, 'g'))) {
      const value = unescaped(match[1] ?? '');
      const line = cursor.at(match.index);
      const known = this.found.get(value);
      if (known) known.lines.push(line);
      else this.found.set(value, { lines: [line], taken: 0 });
    }
  }

  /** Line of the next place with this value; undefined when all were returned. */
  next(value: string): number | undefined {
    const entry = this.found.get(value);
    return entry?.lines[entry.taken++];
  }
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
