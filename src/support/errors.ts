import type { IssueKind } from './issue-kinds.js';
import { redact } from './redact.js';

/** The parts of an error; the one line for the user is made of them. */
export interface ErrorFacts {
  /** What went wrong, without a leading capital or trailing stop: `expected a version after "requests", found the end`. */
  message: string;
  /** File, option or address it is about. */
  where?: string;
  line?: number;
  /** What to do next, ideally a command. */
  hint?: string;
  cause?: unknown;
}

/**
 * Base of all errors we raise on purpose. `kind` decides exit code and HTTP status; only the outermost code turns it into
 * these. Every text is redacted when the error is made, because errors quote unreadable input.
 */
export abstract class CastellanError extends Error {
  abstract readonly kind: 'usage' | 'input' | 'operational';
  readonly where?: string;
  readonly line?: number;
  readonly hint?: string;

  constructor(facts: ErrorFacts) {
    super(redact(facts.message), facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    if (facts.where !== undefined) this.where = redact(facts.where);
    if (facts.line !== undefined) this.line = facts.line;
    if (facts.hint !== undefined) this.hint = redact(facts.hint);
  }
}

/** The user asked for something that makes no sense: wrong option, wrong policy file. Exit 2. */
export class UsageError extends CastellanError {
  readonly kind = 'usage';
}

/** Evidence that could not be read. Becomes an issue of a collector's outcome. */
export class InputError extends CastellanError {
  readonly kind = 'input';
  readonly issue: IssueKind;

  constructor(facts: ErrorFacts & { issue?: IssueKind }) {
    super(facts);
    this.issue = facts.issue ?? 'unparsable';
  }
}

/** Something outside the program failed: network, disk, database, child process. Exit 1. */
export class OperationalError extends CastellanError {
  readonly kind = 'operational';
}

/** The one line (and the hint's line) a user sees: `file:line  message`. Never a stack. */
export function describe(error: unknown): string {
  if (error instanceof CastellanError) {
    const at = error.where === undefined ? '' : `${error.where}${error.line === undefined ? '' : `:${error.line}`}  `;
    return `${at}${error.message}${error.hint === undefined ? '' : `\n  ${error.hint}`}`;
  }
  return redact(error instanceof Error ? error.message : String(error));
}
