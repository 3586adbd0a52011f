import { structuredPatch } from 'diff';
import type { ClientDocument } from './client-document.js';
import { maskedText } from './masked.js';

const CONTEXT = 2;
/** A longer line is shown around what changes in it. */
const MAX_LINE = 400;
const AROUND = 120;

/** The lines of a unified diff between two states of a file, without values of the file. */
export function shownDiff(before: ClientDocument, after: ClientDocument): string[] {
  const patch = structuredPatch('', '', maskedText(before), maskedText(after), undefined, undefined, { context: CONTEXT });
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...clipped(lines.map((line) => line.replace(/\r$/, ''))),
  ]);
}

/** Lines that take each other's place are cut to the same stretch. */
function clipped(lines: readonly string[]): string[] {
  const taken = lines.filter((line) => line.startsWith('-'));
  const given = lines.filter((line) => line.startsWith('+'));
  return lines.map((line) => {
    const at = (line.startsWith('-') ? taken : given).indexOf(line);
    const other = (line.startsWith('-') ? given : taken)[at];
    return line.length <= MAX_LINE ? line : line.charAt(0) + cut(line.slice(1), line.startsWith(' ') ? undefined : other?.slice(1));
  });
}

function cut(line: string, other = ''): string {
  let from = 0;
  while (from < line.length && line[from] === other[from]) from++;
  let same = 0;
  while (same < line.length - from && line.at(-1 - same) === other.at(-1 - same)) same++;
  const start = Math.max(0, from - AROUND);
  const end = Math.min(line.length, Math.max(line.length - same, from) + AROUND, start + 2 * MAX_LINE);
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
