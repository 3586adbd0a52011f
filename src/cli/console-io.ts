import { safeLines } from '../support/terminal.js';

/** The program's own streams. Only reports go to `out`. */
export interface Io {
  out(text: string): void;
  /** One line on stderr, control characters made visible. */
  err(line: string): void;
}

/** stdout and stderr; a reader that went away ends the program quietly, as it does for other tools. */
export function processIo(onClosed: () => void): Io {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') onClosed();
      else throw error;
    });
  }
  return {
    out: (text) => void process.stdout.write(text),
    err: (line) => void process.stderr.write(`${safeLines(line)}\n`),
  };
}
