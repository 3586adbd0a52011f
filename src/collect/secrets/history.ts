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
  private lines: Buffer[] = [];
  private size = 0;
  /** For each line: its number in the file, negative for lines that the commit did not add. */
  private numbers: number[] = [];
  private rest: Buffer = Buffer.alloc(0);

  constructor(
    private readonly hash: (value: string) => string,
    private readonly onSighting: OnSighting,
  ) {}

  add(piece: Buffer): void {
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, from)) {
      this.take(bytes.subarray(from, end));
      from = end + 1;
    }
    this.rest = Buffer.from(bytes.subarray(from, from + MOST_BYTES));
  }

  finish(): void {
    if (this.rest.length > 0) this.take(this.rest);
    this.flush();
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
    if (this.size > MOST_BYTES) {
      if (this.numbers.at(-1) !== 0) this.truncated++;
      this.numbers.push(0);
      return;
    }
    this.lines.push(Buffer.from(text), Buffer.from([LINE_END]));
    this.numbers.push(number);
    this.size += text.length + 1;
  }

  private flush(): void {
    if (this.size > 0) {
      for (const sighting of secretsOf(Buffer.concat(this.lines), this.path, this.hash)) {
        const line = this.numbers[sighting.line - 1] ?? -1;
        if (line > 0) this.onSighting({ ...sighting, line, commit: this.commit });
      }
    }
    this.lines = [];
    this.numbers = [];
    this.size = 0;
    this.path = '';
  }
}

/** `b/src/a.ts`, in quotes with escapes where the name has control characters. */
function pathOf(text: string): string {
  const bare = text.replace(/\t$/, '');
  if (bare === '/dev/null') return '';
  const name = bare.startsWith('"') ? bare.slice(1, -1).replace(/\\(["\\])/g, '$1') : bare;
  return name.replace(/^b\//, '');
}
