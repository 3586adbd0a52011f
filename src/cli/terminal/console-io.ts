import { describe } from '../../support/errors.js';
import { safeLines } from '../../support/terminal.js';
import { diskError } from '../../system/disk-error.js';
import { endProgram, exitCodes } from '../exit-codes.js';

/** The program's own streams. Only reports go to `out`. */
export interface Io {
  out(text: string): void;
  /** One line on stderr, control characters made visible. */
  err(line: string): void;
}

/** stdout and stderr. When the reader goes away, the program ends quietly, as other tools do. A full disk is one line and exit 1. */
export function processIo(onClosed: () => void): Io {
  const err = (line: string) => void process.stderr.write(`${safeLines(line)}\n`);
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return onClosed();
      if (stream === process.stdout) err(`error: ${describe(diskError('standard output', 'cannot be written', error))}`);
      endProgram(exitCodes.failed);
    });
  }
  return { out: (text) => void process.stdout.write(text), err };
}
