/** First and last line of a resource, block or step that a comment above it speaks for. */
export interface BlockLines {
  line: number;
  endLine: number;
}

/** What a comment speaks for: the place at which it stands, its line or the next one, the block around it, or the file. */
export type Reach = 'place' | 'line' | 'block' | 'file';

/** A comment begins with one of these, at the start of a line or after a blank; those of Go templates stand in their braces. */
export const COMMENT = /(?:^|\s)(?:#|\/\/|(?:\{\{-?\s*)?\/\*|<!--|--|;)\s*(\S.*)$/;
/** The comment that Terraform has in JSON, and what it says. */
const JSON_COMMENT = /"\/\/"\s*:\s*"((?:[^"\\]|\\.)*)"/;
/** Lines that say nothing themselves: blank ones, comments, the start of a document, and what a template only computes. */
const SILENT = /^\s*(?:$|#|\/\/|(?:\{\{-?\s*)?\/\*|\*|<!--|--\s|---\s*$|;)/;
const TEMPLATE_STEP = /^\s*\{\{.*\}\}\s*$/;
const OPENS = /^\s*(?:\{\{-?\s*)?(?:\/\*|<!--)/;
const CLOSES = /\*\/|-->/;

/** The lines of a text that holds comments, and what each of them speaks for. */
export class CommentedLines {
  readonly lines: readonly string[];
  /** Indexes of lines that stand inside of a comment which began above them. */
  private readonly inside: ReadonlySet<number>;
  private readonly ends = new Map<number, number>();

  constructor(
    text: string,
    private readonly blocks: readonly BlockLines[] | undefined,
  ) {
    this.lines = text.split(/\r?\n/);
    this.inside = linesInside(this.lines);
    for (const { line, endLine } of blocks ?? []) this.ends.set(line, Math.max(endLine, this.ends.get(line) ?? 0));
  }

  /** What a comment in a line says, and what it speaks for unless its words say otherwise. */
  at(index: number): { text: string; reach: Reach } | undefined {
    const line = this.lines[index] ?? '';
    if (this.inside.has(index)) return { text: line.replace(/^\s*\*?\s*/, ''), reach: 'place' };
    const json = JSON_COMMENT.exec(line)?.[1];
    if (json !== undefined) return { text: json, reach: 'block' };
    const text = COMMENT.exec(line)?.[1];
    return text === undefined ? undefined : { text, reach: 'place' };
  }

  /** The lines for which a comment at a line speaks. */
  reached(reach: Reach, index: number): BlockLines {
    const own = index + 1;
    if (reach === 'file') return { line: 1, endLine: this.lines.length };
    const around = reach === 'block' ? innermost(this.blocks ?? [], own) : undefined;
    if (around) return around;
    if (!this.isSilent(index)) return { line: own, endLine: own };
    let next = own;
    while (next < this.lines.length && this.isSilent(next)) next++;
    const line = next + 1;
    if (reach === 'line') return { line: own, endLine: line };
    return { line: own, endLine: Math.max(this.ends.get(line) ?? line, this.blocks ? this.indentedEnd(next) : line) };
  }

  private isSilent(index: number): boolean {
    return this.inside.has(index) || SILENT.test(this.lines[index] ?? '');
  }

  /** The last line (1-based) of what is indented deeper than a line, or of the items of a list below its key. */
  private indentedEnd(start: number): number {
    const first = this.lines[start] ?? '';
    const depth = indentOf(first);
    const isKey = /:\s*(?:#.*)?$/.test(first) && !/^\s*-\s/.test(first);
    let end = start;
    for (let index = start + 1; index < this.lines.length; index++) {
      const line = this.lines[index] ?? '';
      if (this.isSilent(index) || TEMPLATE_STEP.test(line)) continue;
      const isItem = isKey && indentOf(line) === depth && /^\s*-(?:\s|$)/.test(line);
      if (indentOf(line) <= depth && !isItem) break;
      end = index;
    }
    return end + 1;
  }
}

function indentOf(line: string): number {
  return line.search(/\S/);
}

function linesInside(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    if (isOpen) inside.add(index);
    else if (OPENS.test(line)) isOpen = true;
    if (isOpen && CLOSES.test(line)) isOpen = false;
  }
  return inside;
}

function innermost(blocks: readonly BlockLines[], own: number): BlockLines | undefined {
  const around = blocks.filter(({ line, endLine }) => line <= own && own <= endLine);
  return around.sort((a, b) => a.endLine - a.line - (b.endLine - b.line))[0];
}
