import type { SecretSighting } from '../../model/secret.js';
import { secretsOf } from './scan-text.js';
import { mayHoldText } from './text-files.js';

/** Bytes that one commit adds to one file and that are searched. */
const MOST_BYTES = 10 * 1024 * 1024;
const LINE_END = 10;
const [PLUS, MINUS, SPACE] = [43, 45, 32];

/** Receives what was seen, with the commit; `line` is that of the file after the commit. */
export type OnSighting = (sighting: SecretSighting) => void;

/** Follows a stream of `git log --patch`; memory holds what one commit adds to one file. */
export class HistorySearch {
  /** Commits that were seen. */
  commits = 0;
  /** Files of commits of which only the begin was searched. */
  truncated = 0;
  private commit = '';
  private path = '';
  private left = { old: 0, now: 0 };
  private line = 0;
  private readonly added = new AddedText();
  /** Parts of a line whose end has not come. */
  private rest: Buffer[] = [];
  private restSize = 0;

  constructor(
    private readonly hash: (value: string) => string,
    private readonly onSighting: OnSighting,
  ) {}

  add(piece: Buffer): void {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end !== -1; end = piece.indexOf(LINE_END, from)) {
      this.take(this.ended(piece.subarray(from, end)));
      from = end + 1;
    }
    const kept = Buffer.from(piece.subarray(from, from + Math.max(0, MOST_BYTES - this.restSize)));
    if (kept.length > 0) this.rest.push(kept);
    this.restSize += kept.length;
  }

  finish(): void {
    if (this.restSize > 0) this.take(this.ended(Buffer.alloc(0)));
    this.flush();
  }

  /** The line of which this is the last part. */
  private ended(last: Buffer): Buffer {
    if (this.restSize === 0) return last;
    const line = Buffer.concat([...this.rest, last]);
    this.rest = [];
    this.restSize = 0;
    return line;
  }

  private take(line: Buffer): void {
    if (this.left.old > 0 || this.left.now > 0) this.inHunk(line);
    else if (line[0] === 0) {
      this.flush();
      this.commit = line.toString('latin1', 1);
      this.commits++;
    } else this.header(line.toString('utf8', 0, 4096));
  }

  private header(line: string): void {
    if (line.startsWith('diff --git ')) this.flush();
    else if (line.startsWith('+++ ')) this.path = pathOf(line.slice(4));
    else {
      const [, old = '1', start = '0', now = '1'] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
      if (!line.startsWith('@@ ')) return;
      this.left = { old: Number(old), now: Number(now) };
      this.line = Number(start);
      // Hunks are apart: what looks like a neighbour is none.
      this.keep(Buffer.alloc(0), -1);
    }
  }

  private inHunk(line: Buffer): void {
    const [mark] = line;
    if (mark === MINUS) this.left.old--;
    else if (mark === PLUS || mark === SPACE || mark === undefined) {
      this.left.now--;
      if (mark !== PLUS) this.left.old--;
      this.keep(line.subarray(1), mark === PLUS ? this.line : -1);
      this.line++;
    }
  }

  private keep(text: Buffer, number: number): void {
    if (this.path === '' || !mayHoldText(this.path)) return;
    if (this.added.add(text, number) === 'full') this.truncated++;
  }

  private flush(): void {
    if (this.added.size > 0) {
      for (const sighting of secretsOf(this.added.text(), this.path, this.hash)) {
        const line = this.added.numberOf(sighting.line);
        if (line > 0) this.onSighting({ ...sighting, line, commit: this.commit });
      }
    }
    this.added.clear();
    this.path = '';
  }
}

/** Lines that one commit adds to one file, in memory that is used again for the next. */
class AddedText {
  size = 0;
  private bytes: Buffer = Buffer.alloc(2 ** 16);
  /** For each line: its number in the file, negative for lines that the commit did not add. */
  private numbers = new Int32Array(2 ** 10);
  private lines = 0;
  private isFull = false;

  /** `full`: there was no room for the line, for the first time. */
  add(line: Buffer, number: number): 'full' | undefined {
    const [from, size] = [this.size, this.size + line.length + 1];
    if (from > MOST_BYTES) {
      const wasFull = this.isFull;
      this.isFull = true;
      return wasFull ? undefined : 'full';
    }
    while (this.bytes.length < size) this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.bytes.length)]);
    if (this.lines === this.numbers.length) {
      const more = new Int32Array(this.lines * 2);
      more.set(this.numbers);
      this.numbers = more;
    }
    line.copy(this.bytes, from);
    this.bytes[size - 1] = LINE_END;
    this.numbers[this.lines++] = number;
    this.size = size;
    return undefined;
  }

  text(): Buffer {
    return this.bytes.subarray(0, this.size);
  }

  /** Number in the file of a line of the text, counted from 1. */
  numberOf(line: number): number {
    return line <= this.lines ? (this.numbers[line - 1] ?? -1) : -1;
  }

  clear(): void {
    this.size = 0;
    this.lines = 0;
    this.isFull = false;
  }
}

/** `b/src/a.ts`, in quotes with escapes where the name has control characters. */
function pathOf(text: string): string {
  const bare = text.replace(/\t$/, '');
  if (bare === '/dev/null') return '';
  const name = bare.startsWith('"') ? bare.slice(1, -1).replace(/\\(["\\])/g, '$1') : bare;
  return name.replace(/^b\//, '');
}
