/** A stretch of a text, and what takes its place. Offsets are UTF-16 units, the end exclusive. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** The text with all edits made; undefined where two of them overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  const sorted = [...edits].sort((a, b) => a.start - b.start);
  let result = '';
  let from = 0;
  for (const { start, end, text: replacement } of sorted) {
    if (start < from) return undefined;
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}
