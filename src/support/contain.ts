import { InputError, OperationalError, UsageError } from './errors.js';
import type { IssueKind } from './issue-kinds.js';
import { redact } from './redact.js';
import type { Steps } from './turns.js';

/** The reason why one input could not be read or judged. */
export interface Failure {
  kind: IssueKind;
  reason: string;
  line?: number;
}

/**
 * Runs the work on one input. An error fails only that input, so that no file ends the work on its neighbours. An error is
 * thrown if nobody takes the failure, or if it concerns the whole run: an abort, a request that makes no sense, the disk.
 */
export function contain<T>(work: () => T, failed: ((failure: Failure) => T) | undefined): T {
  if (failed === undefined) return work();
  try {
    return work();
  } catch (error) {
    return failed(failureOf(error));
  }
}

/** The same for work in steps. */
export function* containSteps<T>(work: Steps<T>, failed: (failure: Failure) => T): Steps<T> {
  try {
    return yield* work;
  } catch (error) {
    return failed(failureOf(error));
  }
}

/** Turns an error into the failure of one input. Throws the error again when it concerns the whole run. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError || error instanceof OperationalError) throw error;
  if (error instanceof Error && error.name === 'AbortError') throw error;
  if (error instanceof InputError) {
    return { kind: error.issue, reason: error.message, ...(error.line !== undefined && { line: error.line }) };
  }
  const message = redact(error instanceof Error ? error.message : String(error)).slice(0, 200);
  return { kind: error instanceof RangeError ? rangeKind(message) : 'unparsable', reason: `cannot be worked out: ${message}` };
}

/** The engine's own limits: its stack, and the sizes of strings, arrays and maps. */
function rangeKind(message: string): IssueKind {
  return /call stack/i.test(message) ? 'too_deep' : 'too_large';
}
