import { quotedEnd, unquote } from './yaml-scalars.js';

/** A flow collection (`{a: b}`, `[a, b]`) extracted from its lines. */
export interface FlowText {
  /** From the opening to the closing bracket, with line breaks as blanks. */
  value: string;
  closed: boolean;
  /** The text after the closing bracket on its line, without comments. */
  rest: string;
  /** Where reading continues, and how many further lines the collection took. */
  at: number;
  lines: number;
}

/** Reads a collection that begins with `first` up to its closing bracket, over the lines of `source` where needed. */
export function readFlow(first: string, source: { text: string; at: number }): FlowText {
  let value = first;
  let { at } = source;
  if (isSimple(first)) return { value, closed: true, rest: '', at, lines: 0 };
  let lines = 0;
  const scan = { depth: 0, from: 0 };
  for (;;) {
    const close = closing(value, scan);
    if (close !== -1) return { value: value.slice(0, close), closed: true, rest: remainder(value.slice(close)), at, lines };
    if (at >= source.text.length || value.length > MAX_FLOW) return { value, closed: false, rest: '', at, lines };
    const newline = source.text.indexOf('\n', at);
    const end = newline === -1 ? source.text.length : newline;
    value += ` ${source.text.slice(at, end).trim()}`;
    at = end + 1;
    lines++;
  }
}

/** True for the usual case: one pair of brackets, the second at the end of the line. */
function isSimple(text: string): boolean {
  const end = text.length - 1;
  return text.indexOf(text[0] === '{' ? '}' : ']') === end && !text.includes('{', 1) && !text.includes('[', 1);
}

const MAX_FLOW = 65_536;

/** Position after the bracket that closes the collection; `scan` keeps the progress between calls. */
function closing(value: string, scan: { depth: number; from: number }): number {
  for (let at = scan.from; at < value.length; at++) {
    const char = value[at];
    if (char === '{' || char === '[') scan.depth++;
    else if (char === '}' || char === ']') {
      if (--scan.depth === 0) return at + 1;
    } else if ((char === '"' || char === "'") && /[\s,:{[]/.test(value[at - 1] ?? ' ')) {
      const end = quotedEnd(value, at, value.length);
      if (end === -1) return -1;
      at = end - 1;
    }
    scan.from = at + 1;
  }
  return -1;
}

function remainder(text: string): string {
  const rest = text.trim();
  return rest[0] === '#' ? '' : rest;
}

/** Members of a one-level flow mapping; nested collections stay text. */
export function flowMembers(value: string): Map<string, string> {
  const members = new Map<string, string>();
  for (const part of flowItems(value)) {
    const colon = part[0] === '"' || part[0] === "'" ? quotedEnd(part, 0, part.length) : part.indexOf(': ');
    if (colon > 0) members.set(unquote(part.slice(0, colon)), unquote(part.slice(colon + 1).trim()));
  }
  return members;
}

/** Items of a flow collection, as written. */
export function flowItems(value: string): string[] {
  const items: string[] = [];
  const inner = value.slice(1, -1);
  if (!/[,'"{[]/.test(inner)) return inner.trim() === '' ? [] : [inner.trim()];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < inner.length; at++) {
    const char = inner[at];
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if ((char === '"' || char === "'") && /[\s,:{[]/.test(inner[at - 1] ?? ' '))
      at = Math.max(at, quotedEnd(inner, at, inner.length) - 1);
    else if (char === ',' && depth === 0) {
      items.push(inner.slice(start, at).trim());
      start = at + 1;
    }
  }
  items.push(inner.slice(start).trim());
  return items.filter((item) => item !== '');
}
