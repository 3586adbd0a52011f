/** Position after the closing quote of the quoted text at `start`; -1 when it does not close before `end`. */
export function quotedEnd(text: string, start: number, end: number): number {
  const quote = text[start];
  if (quote === "'") return singleQuotedEnd(text, start, end);
  for (let at = start + 1; at < end; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === quote) return at + 1;
  }
  return -1;
}

/** In single quotes only the quote itself is escaped, by doubling. */
function singleQuotedEnd(text: string, start: number, end: number): number {
  for (let at = text.indexOf("'", start + 1); at !== -1 && at < end; at = text.indexOf("'", at + 2)) {
    if (text[at + 1] !== "'") return at + 1;
  }
  return -1;
}

/** The text of a scalar, without quotes and with escapes resolved. Plain scalars are returned unchanged. */
export function unquote(raw: string): string {
  const quote = raw[0];
  if (quote === "'") return raw.slice(1, -1).replaceAll("''", "'");
  if (quote !== '"') return raw;
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw.slice(1, -1);
  }
}

/**
 * A one-line scalar without its comment; undefined when it is not one: an open quote, text after a quote, an unquoted
 * `a: b` or `a:`.
 */
export function plainScalar(raw: string): string | undefined {
  if (raw[0] === "'" || raw[0] === '"') {
    const end = quotedEnd(raw, 0, raw.length);
    if (end === -1) return undefined;
    const rest = raw.slice(end).trimStart();
    return rest === '' || rest[0] === '#' ? raw.slice(0, end) : undefined;
  }
  if (!ODD.test(raw)) return raw;
  const comment = raw.indexOf(' #');
  const value = comment === -1 ? raw : raw.slice(0, comment).trimEnd();
  return value.includes(': ') || value.endsWith(':') || CONTROL.test(value) ? undefined : value;
}

/** Characters that need a closer look: comments, colons, controls. */
const ODD = /[\u0000-\u001f\u007f]|[: ]#|:(?: |$)/;
const CONTROL = /[\u0000-\u001f\u007f]/;
