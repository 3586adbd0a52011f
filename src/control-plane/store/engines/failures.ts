import { OperationalError } from '../../../support/errors.js';

/** The storage cannot be reached or written; answered with 503 and `detail`. */
export class StoreUnavailable extends OperationalError {
  /** The text for callers, without details of the storage. */
  get detail(): string {
    return isFull(this.cause) ? 'storage is full' : 'the database is not available';
  }
}

/** No space: SQLITE_FULL, class 53100 of PostgreSQL, ENOSPC and EDQUOT of the system. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /^(?:SQLITE_FULL|53100|ENOSPC|EDQUOT)/.test(codeOf(error)) || /disk is full/i.test(error.message) || isFull(error.cause);
}

/** True when a row violates a unique key of its table; the repository decides what that means. */
export function isUniqueClash(error: unknown): boolean {
  const code = codeOf(error);
  return code === '23505' || code.startsWith('SQLITE_CONSTRAINT') || /UNIQUE constraint failed/.test(messageOf(error));
}

/** Runs work on the database, and converts failures of the database itself to StoreUnavailable. */
export async function unavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isOutage(cause)) throw new StoreUnavailable({ message: 'the database is not available', cause });
    throw cause;
  }
}

/**
 * True for a transaction that was rolled back because of another one's locks (PostgreSQL classes 40001 and 40P01); it
 * may be retried.
 */
export function isContended(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01';
}

/**
 * SQLite: full, read-only, locked, broken, missing. PostgreSQL: classes 08, 53, 57, timeouts, and broken sockets
 * (PostgreSQL documentation, appendix A).
 */
const OUTAGE =
  /^(?:SQLITE_(?:FULL|READONLY|BUSY|LOCKED|IOERR|CORRUPT|CANTOPEN|NOTADB)|08|53|57P|57014|25P03|55P03|25006|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH)/;
const OUTAGE_TEXT =
  /database or disk is full|readonly database|database is locked|disk I\/O error|malformed|unable to open database|connection (?:terminated|timeout|ended)|timeout exceeded when trying to connect|client was closed|not queryable|pool after calling end/i;

function isOutage(error: unknown): boolean {
  return OUTAGE.test(codeOf(error)) || OUTAGE_TEXT.test(messageOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
