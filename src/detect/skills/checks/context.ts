/** Characters before a place whose headings and lines are looked at. */
const MAX_CONTEXT = 6000;

/** The heading above a place and the last lines before it, in lower case. */
export function contextBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - MAX_CONTEXT), at);
  const lead = before.trimEnd();
  const last = lead.lastIndexOf('\n');
  const from = last === -1 ? 0 : lead.lastIndexOf('\n', last - 1) + 1;
  return `${lastHeadingOf(before)} ${lead
    .slice(last < 1 ? 0 : from)
    .replaceAll('\n', ' ')
    .slice(-400)}`.toLowerCase();
}

/** From the end, for the nearest heading is mostly near. */
function lastHeadingOf(text: string): string {
  for (let end = text.length; end > 0; ) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const found =
      text[start] === '#' || !PLAIN_LINE.test(text.slice(start, end)) ? text.slice(start, end).match(HEADINGS)?.at(-1) : undefined;
    if (found !== undefined) return found;
    if (start === 0) return '';
    end = start - 1;
  }
  return '';
}

const HEADINGS = /^#{1,6} .*$/gm;
/** No line within: other signs than a line feed end one too. */
const PLAIN_LINE = /^.*$/;
