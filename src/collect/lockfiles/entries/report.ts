import { InputError } from '../../../support/errors.js';
import { quoteJson } from '../../quote.js';
import type { ReadIssue, ReadResult } from '../../reader.js';

/** The line of an issue or record, if known; to be spread into it. */
export function atLine(line: number | undefined): { line?: number } {
  return line === undefined ? {} : { line };
}

/** Reports packages that others need and the lock lacks, which no package manager would write. */
export function reportMissing(missing: Iterable<string>, result: ReadResult): void {
  const all = [...missing];
  const [first] = all;
  if (first === undefined) return;
  const what = all.length === 1 ? `dependency ${quoteJson(first)} is` : `${all.length} dependencies (${quoteJson(first)} first) are`;
  report(result, `${what} not in this file: cut off, or edited by hand`);
}

/** Turns the InputError of a file beside the one being read into an issue; other errors are thrown on. */
export function reportRefusal(error: unknown, path: string, result: ReadResult): void {
  if (!(error instanceof InputError)) throw error;
  result.issues.push({ kind: error.issue, reason: error.message, path, ...atLine(error.line) });
}

/** Reports something that was not understood; `note` when nothing can have been missed because of it. */
export function report(
  result: ReadResult,
  reason: string,
  facts: Omit<ReadIssue, 'kind' | 'reason'> & { kind?: ReadIssue['kind'] } = {},
): void {
  result.issues.push({ kind: 'invalid_entry', ...facts, reason });
}
