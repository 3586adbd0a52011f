import { closeSync, fstatSync, ftruncateSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { OperationalError } from '../../support/errors.js';

/** A file that lines are appended to, kept below a size: a full one becomes `name.1.jsonl`, the one before it `name.2.jsonl`, and so on. */
export class LogFile {
  private fd: number;
  private size: number;
  /** What could not be written whole may still be there. */
  private isTorn = false;

  constructor(
    readonly path: string,
    private readonly maxBytes: number,
  ) {
    this.fd = opened(path);
    this.size = fstatSync(this.fd).size;
  }

  /**
   * The last whole line, of the file before where this one is empty. A line that a crash cut short is taken away: nothing was let through on
   * account of it. Gives how many bytes that were.
   */
  recover(): { last: string | undefined; torn: number } {
    const { line, end } = lastLine(this.fd, this.size);
    const torn = this.size - end;
    if (torn > 0) ftruncateSync(this.fd, end);
    this.size = end;
    return { last: line ?? lastOf(rotated(this.path, 1)), torn };
  }

  /** Appends whole lines; what could not be written whole is taken away again. Throws what the file system says. */
  append(text: string): void {
    const bytes = Buffer.from(text);
    if (this.isTorn) this.mend();
    if (this.size > 0 && this.size + bytes.length > this.maxBytes) this.rotate();
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.fd, bytes, written);
    } catch (error) {
      this.isTorn = true;
      this.mend();
      throw error;
    }
    this.size += bytes.length;
  }

  private mend(): void {
    ftruncateSync(this.fd, this.size);
    this.isTorn = false;
  }

  close(): void {
    closeSync(this.fd);
  }

  private rotate(): void {
    // Where the last attempt got no further, the files have their names already.
    if (statSync(this.path, { throwIfNoEntry: false })) {
      rmSync(rotated(this.path, MAX_FILES - 1), { force: true });
      for (let at = MAX_FILES - 2; at >= 0; at--) {
        const from = at === 0 ? this.path : rotated(this.path, at);
        if (statSync(from, { throwIfNoEntry: false })) renameSync(from, rotated(this.path, at + 1));
      }
    }
    const next = opened(this.path);
    closeSync(this.fd);
    this.fd = next;
    this.size = 0;
  }
}

/** Files of one log, the present one counted. */
const MAX_FILES = 8;

/** The files of a log that are there, the oldest first. */
export function filesOfLog(path: string): string[] {
  const files = [path];
  for (let at = 1; at < MAX_FILES && statSync(rotated(path, at), { throwIfNoEntry: false }); at++) files.unshift(rotated(path, at));
  return files;
}

function rotated(path: string, number: number): string {
  return path.endsWith('.jsonl') ? path.replace(/jsonl$/, `${number}.jsonl`) : `${path}.${number}`;
}

/** A log says who did what: it is for this user's eyes. */
function opened(path: string): number {
  try {
    return openSync(path, 'a+', 0o600);
  } catch (cause) {
    throw new OperationalError({ where: path, message: 'the log cannot be written', cause });
  }
}

const BLOCK = 64 * 1024;

/** The last line that ends with a line feed, and where it ends. */
function lastLine(fd: number, size: number): { line: string | undefined; end: number } {
  let tail = Buffer.alloc(0);
  for (let from = size; from > 0; ) {
    const length = Math.min(BLOCK, from);
    const block = Buffer.alloc(length);
    from -= length;
    readSync(fd, block, 0, length, from);
    tail = Buffer.concat([block, tail]);
    const last = tail.lastIndexOf(10);
    const before = last <= 0 ? -1 : tail.lastIndexOf(10, last - 1);
    if (last !== -1 && (before !== -1 || from === 0)) return { line: tail.toString('utf8', before + 1, last), end: from + last + 1 };
  }
  return { line: undefined, end: 0 };
}

function lastOf(path: string): string | undefined {
  if (!statSync(path, { throwIfNoEntry: false })) return undefined;
  const fd = openSync(path, 'r');
  try {
    return lastLine(fd, fstatSync(fd).size).line;
  } finally {
    closeSync(fd);
  }
}
