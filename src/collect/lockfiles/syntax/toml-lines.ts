/** A line of a TOML file with a table's header or a key. */
interface TomlLine {
  /** 1-based. */
  line: number;
  /** Dotted path of the header without brackets and quotes; for keys, that of the current table. */
  table: string;
  /** Undefined for headers. */
  key?: string;
}

/**
 * Yields headers and keys in file order, skipping the contents of multi-line strings. It is only for positions: the
 * parser, which has none, decides what the file says. One pass.
 */
export function* tomlLines(text: string): Generator<TomlLine> {
  let table = '';
  let open: string | undefined;
  let line = 0;
  for (const content of lines(text)) {
    line++;
    if (open === undefined) {
      const header = /^\s*\[{1,2}([^\]#]+)\]/.exec(content)?.[1];
      const key = /^\s*(?:([A-Za-z0-9_.-]+)|"([^"\\]*)"|'([^']*)')\s*=/.exec(content);
      if (header !== undefined) {
        table = header.replace(/["'\s]/g, '');
        yield { line, table };
      } else if (key) yield { line, table, key: key[1] ?? key[2] ?? key[3] ?? '' };
    }
    open = stringAfter(content, open);
  }
}

/**
 * Lines of the `name` keys of `[[table]]` entries, in file order; for an entry without a name, the line of its header.
 */
export function entryLines(text: string, table: string): number[] {
  const found: number[] = [];
  for (const { line, table: at, key } of tomlLines(text)) {
    if (at !== table) continue;
    if (key === undefined) found.push(line);
    else if (key === 'name') found[found.length - 1] = line;
  }
  return found;
}

/** Lines of all keys, by `table` + line feed + `key`. The first one wins. */
export function keyLines(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { line, table, key } of tomlLines(text)) {
    if (key === undefined) continue;
    const name = `${table}\n${key}`;
    if (!found.has(name)) found.set(name, line);
  }
  return found;
}

/** Lines of all one-line strings, by their content. The first one wins. */
export function stringLines(text: string): Map<string, number> {
  const found = new Map<string, number>();
  let open: string | undefined;
  let line = 0;
  for (const content of lines(text)) {
    line++;
    open = scan(content, open, (written) => {
      const value = written.replace(/\\(["\\])/g, '$1');
      if (!found.has(value)) found.set(value, line);
    });
  }
  return found;
}

/** Yields lines one by one, without splitting the whole text at once. */
function* lines(text: string): Generator<string> {
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
  yield text.slice(start);
}

/** Most lines hold no triple quote; only those that do are scanned. */
function stringAfter(content: string, open: string | undefined): string | undefined {
  return open === undefined && !content.includes('"""') && !content.includes("'''") ? undefined : scan(content, open);
}

/** Reports the strings of a line; returns the mark of the multi-line string that is open at its end. */
function scan(content: string, open: string | undefined, onString?: (written: string) => void): string | undefined {
  let at = 0;
  for (;;) {
    if (open !== undefined) {
      at = endOfString(content, at, open);
      if (at === -1) return open;
      open = undefined;
    }
    const quote = nextMark(content, at);
    if (quote === -1 || content[quote] === '#') return undefined;
    const mark = content.charAt(quote);
    if (content.startsWith(mark.repeat(3), quote)) {
      open = mark.repeat(3);
      at = quote + 3;
      continue;
    }
    at = endOfString(content, quote + 1, mark);
    if (at === -1) return undefined;
    onString?.(content.slice(quote + 1, at - 1));
  }
}

/** Offset of the next quote or comment. */
function nextMark(content: string, from: number): number {
  for (let at = from; at < content.length; at++) if ('"\'#'.includes(content.charAt(at))) return at;
  return -1;
}

/** Offset after the closing mark, -1 when it is not on this line. Only basic strings have escapes. */
function endOfString(content: string, from: number, mark: string): number {
  for (let at = content.indexOf(mark, from); at !== -1; at = content.indexOf(mark, at + 1)) {
    let slashes = 0;
    while (at - slashes > from && content[at - 1 - slashes] === '\\') slashes++;
    if (mark.startsWith("'") || slashes % 2 === 0) return at + mark.length;
  }
  return -1;
}
