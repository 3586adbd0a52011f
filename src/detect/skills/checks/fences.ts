/** One fenced code block of a Markdown text (CommonMark 0.31, section 4.5; also inside quotes and lists). */
export interface Fence {
  /** Offset of the opening line. */
  start: number;
  /** Offset of the first character of the body. */
  bodyStart: number;
  /** White space and quote marks before the fence. */
  indent: string;
  /** First word of the info string: `python`. */
  tag: string;
  body: string;
}

const OPENING = /^([ \t>]{0,80})(`{3,}|~{3,})[ \t]*\{?\.?([\w+-]{0,40})/;

/** Fenced blocks in order; an unclosed one extends to the end. One pass over the lines. */
export function* fencesOf(text: string): Generator<Fence> {
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    const opened = OPENING.exec(text.slice(start, Math.min(end, start + 4096)));
    if (!opened) {
      start = end + 1;
      continue;
    }
    const [, indent = '', mark = '', tag = ''] = opened;
    const bodyStart = end + 1;
    const closing = closingLine(text, bodyStart, mark);
    yield { start, bodyStart, indent, tag, body: text.slice(bodyStart, closing) };
    start = endOfLine(text, closing) + 1;
  }
}

/** Offset of the line that closes a fence: the same character, at least as often, and nothing else. */
function closingLine(text: string, from: number, mark: string): number {
  const char = mark.charAt(0);
  for (let start = from; start < text.length; start = endOfLine(text, start) + 1) {
    const line = text
      .slice(start, Math.min(endOfLine(text, start), start + 4096))
      .replace(/^[ \t>]+/, '')
      .trimEnd();
    if (line.length >= mark.length && line.startsWith(mark) && isAll(line, char)) return start;
  }
  return text.length;
}

function isAll(line: string, char: string): boolean {
  for (let at = 0; at < line.length; at++) if (line.charAt(at) !== char) return false;
  return true;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}
