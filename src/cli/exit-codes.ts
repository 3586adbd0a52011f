import { isAbort } from '../support/abort.js';
import { CastellanError } from '../support/errors.js';

/** The contract's exit codes. 4 and 5 are reserved and never used. */
export const exitCodes = {
  success: 0,
  failed: 1,
  usage: 2,
  staleDatabase: 3,
  interrupted: 130,
  terminated: 143,
} as const;

/** The signals that end the program in order, each with its exit code: 128 plus the signal's number. */
export const endingSignals = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

/** The one place where kinds of errors become exit codes. */
export function exitCodeOf(error: unknown): number {
  if (isAbort(error)) return exitCodes.interrupted;
  if (error instanceof CastellanError) return error.kind === 'usage' ? exitCodes.usage : exitCodes.failed;
  return exitCodes.failed;
}

/** Statuses that refuse the request itself, not the caller or the moment: 400 and 422, and what proxies answer instead of these. */
const REFUSED_INPUT: ReadonlySet<number> = new Set([400, 411, 413, 414, 415, 422, 431]);

/** Exit code for an answer of the control plane, by the contract's table. A status that is not in it counts like the others of its family. */
export function exitCodeOfStatus(status: number): number {
  if (status >= 200 && status < 300) return exitCodes.success;
  return REFUSED_INPUT.has(status) ? exitCodes.usage : exitCodes.failed;
}

/** Exit code of a scan whose result was pushed: the scan's own, or, if that is 0, the push's. */
export function withPush(verdict: number, pushed: number): number {
  return verdict === exitCodes.success ? pushed : verdict;
}

/** Exit code of a child: its own, or 128 + the signal that ended it. */
export function passThrough(code: number | null, signalNumber: number | undefined): number {
  return code ?? 128 + (signalNumber ?? 0);
}

/** Ends the program at once, whatever still runs. A command that is through returns its code instead. */
export function endProgram(code: number): never {
  process.exit(code);
}
