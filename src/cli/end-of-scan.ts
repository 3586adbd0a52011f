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
  /** Of one that failed. */
  reason?: string;
  /** True where the next push would fare no better: the service is away, or does not know the key. */
  isLast?: boolean;
}

/**
 * Says how a scan ended; gives the exit code. A push that failed takes exit 0 away and says so in the last line; a verdict stays what
 * it is, and its own line the last.
 */
export function endOfScan({ code, line }: End, pushed: Pushed | undefined, io: Io): number {
  io.err(line);
  if (code === exitCodes.success && pushed?.reason !== undefined) io.err(`gate: push — ${pushed.reason.replace(/\s*\n\s*/g, ' ')}`);
  return withPush(code, pushed?.code ?? exitCodes.success);
}
