import type { Io } from './console-io.js';
import { exitCodes, withPush } from './exit-codes.js';

/** How a scan ended by itself. */
interface End {
  code: number;
  line: string;
}

/** What became of a push. */
export interface Pushed {
  code: number;
  /** Of one that failed: one line. */
  reason?: string;
}

/**
 * Says how a scan ended; gives the exit code. A push that failed takes exit 0 away and says so in the last line; a verdict stays what
 * it is, and its own line the last.
 */
export function endOfScan({ code, line }: End, pushed: Pushed | undefined, io: Io): number {
  io.err(line);
  if (code === exitCodes.success && pushed?.reason !== undefined) io.err(`gate: push — ${pushed.reason}`);
  return withPush(code, pushed?.code ?? exitCodes.success);
}
