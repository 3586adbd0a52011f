import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** A file of ours, for this user only, that grows by whole lines. */
export interface AppendedLines {
  /** The lines so far; the last may be cut off. */
  read(): string[];
  add(line: string): void;
}

/** Opens the file at `path`, which need not be there yet. Its folder must be. */
export function appendedLines(path: string): AppendedLines {
  return {
    read: () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []),
    add(line) {
      // The line before may have been cut off by a crash: a line of its own begins with a break.
      appendFileSync(path, `\n${line}`, { mode: 0o600 });
    },
  };
}
