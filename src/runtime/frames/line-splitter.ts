import { IdFinder } from './id-finder.js';
import type { Line } from './line.js';

const LINE_FEED = 10;

/** Cuts a stream into lines. A line that came whole in one chunk keeps the chunk's bytes; of a line above the limit only ids are kept. */
export class LineSplitter {
  private parts: Buffer[] = [];
  private size = 0;
  private finder: IdFinder | undefined;

  constructor(private readonly maxBytes: number) {}

  /** The lines that end in this chunk, in order. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      lines.push(this.size === 0 && at - from <= this.maxBytes ? { buffer: chunk, from, to: at } : this.finish(chunk.subarray(from, at)));
      from = at + 1;
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
    return lines;
  }

  /** What the stream ended with, where that was no line feed. */
  end(): Line | undefined {
    return this.size === 0 ? undefined : this.finish(Buffer.alloc(0));
  }

  private keep(part: Buffer): void {
    this.size += part.length;
    if (this.finder === undefined && this.size <= this.maxBytes) {
      this.parts.push(part);
      return;
    }
    if (this.finder === undefined) {
      this.finder = new IdFinder();
      for (const earlier of this.parts) this.finder.push(earlier);
      this.parts = [];
    }
    this.finder.push(part);
  }

  private finish(last: Buffer): Line {
    this.keep(last);
    const buffer = Buffer.concat(this.parts);
    const line: Line = { buffer, from: 0, to: buffer.length, ...(this.finder && { tooLong: this.finder }) };
    this.parts = [];
    this.size = 0;
    this.finder = undefined;
    return line;
  }
}
