import { CastellanError } from '../support/errors.js';

/** The contract's exit codes. 4 and 5 are reserved and never used; a child's own code passes through. */
export const exitCodes = {
  success: 0,
  failed: 1,
  usage: 2,
  staleDatabase: 3,
  interrupted: 130,
} as const;

/** The one place where kinds of errors become exit codes. */
export function exitCodeOf(error: unknown): number {
  if (isAbort(error)) return exitCodes.interrupted;
  if (error instanceof CastellanError) return error.kind === 'usage' ? exitCodes.usage : exitCodes.failed;
  return exitCodes.failed;
}

/** True for what an aborted signal throws. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Exit code of a child: its own, or 128 + the signal that ended it. */
export function passThrough(code: number | null, signalNumber: number | undefined): number {
  return code ?? 128 + (signalNumber ?? 0);
}
