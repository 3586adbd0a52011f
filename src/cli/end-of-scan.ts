import { exitCodes, withPush } from './exit-codes.js';
import type { Io } from './terminal/console-io.js';

/** How a scan ended by itself. */
interface End {
  code: number;
  line: string;
}

/** The result of a push. */
export interface Pushed {
  code: number;
  /** Why the push failed; absent if it succeeded. */
  reason?: string;
  /** True when the next push would fail too: the service does not answer, or refuses the key. */
  isLast?: boolean;
}

/**
 * Prints how a scan ended; returns the exit code. A failed push replaces exit code 0 and has the last line. Any other verdict keeps its
 * exit code and the last line.
 */
export function endOfScan({ code, line }: End, pushed: Pushed | undefined, io: Io): number {
  io.err(line);
  if (code === exitCodes.success && pushed?.reason !== undefined) io.err(`gate: push — ${pushed.reason.replace(/\s*\n\s*/g, ' ')}`);
  return withPush(code, pushed?.code ?? exitCodes.success);
}
