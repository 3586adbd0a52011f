import { InputError, OperationalError, UsageError } from './errors.js';
import type { IssueKind } from './issue-kinds.js';
import { redact } from './redact.js';
import type { Steps } from './turns.js';

/** What kept one input from being read or judged. */
export interface Failure {
  kind: IssueKind;
  reason: string;
  line?: number;
}

/**
 * Runs the work on one input. Whatever it throws is the failure of that input alone, so that no file ends the work on its
 * neighbours. Without anybody to take the failure it is thrown, and so is what concerns the whole run: a call-off, a request that makes no sense, the disk.
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

/** The failure that an error is for the input being worked on. Throws the error again when it concerns the whole run. */
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
