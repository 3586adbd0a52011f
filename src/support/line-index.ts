/**
 * Finds 1-based lines of offsets, or of keys in file order, in one forward pass: asking for ascending offsets costs the
 * length of the text once in all.
 */
export class LineCursor {
  private offset = 0;
  private line = 1;
  /** The next line break after `offset`. It is kept, because in a text of one long line each search would cost the whole rest. */
  private next: number | undefined;

  constructor(private readonly text: string) {}

  /** Line of `offset`. Going back starts over. */
  at(offset: number): number {
    if (offset < this.offset) {
      this.offset = 0;
      this.line = 1;
      this.next = undefined;
    }
    let next = this.next ?? this.text.indexOf('\n', this.offset);
    while (next !== -1 && next < offset) {
      this.line++;
      this.offset = next + 1;
      next = this.text.indexOf('\n', this.offset);
    }
    this.next = next;
    return this.line;
  }

  /** Offset of the first character of the line that `offset` lies in. */
  startOf(offset: number): number {
    this.at(offset);
    return this.offset;
  }

  /** Line of the first `needle` at or after the last place asked for; undefined when there is none. */
  find(needle: string): number | undefined {
    const found = this.text.indexOf(needle, this.offset);
    return found === -1 ? undefined : this.at(found);
  }
}
