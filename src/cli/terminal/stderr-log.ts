import { redact } from '../../support/redact.js';
import type { Log } from '../../system/log.js';
import type { Io } from './console-io.js';

/** Diagnostics on stderr under `--verbose`, redacted. */
export function stderrLog(io: Io): Log {
  const write = (level: string) => (message: string) => io.err(`${level}: ${redact(message)}`);
  return { debug: write('debug'), info: write('info'), warn: write('warning') };
}
