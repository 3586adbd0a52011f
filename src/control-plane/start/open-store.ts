import { join } from 'node:path';
import type { ServeOptions } from '../../config/serve-options.js';
import { OperationalError } from '../../support/errors.js';
import { StoreUnavailable } from '../store/engines/failures.js';
import type { Store } from '../store/layer/store.js';
import type { RanStatement } from '../store/layer/traced-store.js';

export interface DatabasePlace {
  /** Path of the embedded database, used when there is no address. */
  path: string;
  databaseUrl?: string;
}

/** Path of the embedded database in the data folder. */
export function embeddedDatabase({ dataFolder }: Pick<ServeOptions, 'dataFolder'>): string {
  return join(dataFolder, 'control-plane.db');
}

/**
 * Opens a database of the control plane. Rejects with OperationalError that says which database, and what is wrong with
 * it.
 */
export async function openStore(
  { path, databaseUrl }: DatabasePlace,
  clock: () => number,
  onStatement?: (ran: RanStatement) => void,
): Promise<Store> {
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import('../store/engines/sqlite.js');
    return named(path, openSqliteStore({ path, clock, onStatement }));
  }
  const { openPostgresStore } = await import('../store/engines/postgres.js');
  return named(placeOf(databaseUrl), openPostgresStore({ url: databaseUrl, clock, onStatement }));
}

/** Host, port and database; never the user or the password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
}

/** Rejects with OperationalError that says which database, and what is wrong with it. */
export async function named<T>(where: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (cause) {
    throw explained(where, cause);
  }
}

/** Error codes of PostgreSQL (documentation, appendix A) and of the system that a wrong address causes. */
const REASONS: readonly [RegExp, string][] = [
  [/ECONNREFUSED/, 'nothing listens there'],
  [/ENOTFOUND|EAI_AGAIN/, 'there is no such host'],
  [/ETIMEDOUT|EHOSTUNREACH|timeout/i, 'it does not answer'],
  [/28P01|28000/, 'it refuses the user or the password'],
  [/3D000/, 'there is no such database'],
  [/53300/, 'it has no connection left'],
  [/57P03|57P01/, 'it is starting or stopping'],
  [/(?:ENOENT|EACCES).*, open/, 'a file that its address names cannot be read'],
  [/SSL|TLS|CERT|SELF_SIGNED|UNABLE_TO_VERIFY/, 'no secure connection comes about (sslmode, sslrootcert)'],
  [/SQLITE_READONLY|readonly/i, 'it is read-only'],
  [/SQLITE_NOTADB|not a database/i, 'the file is no SQLite database'],
  [/SQLITE_CORRUPT|malformed/i, 'the file is damaged'],
  [/SQLITE_BUSY|locked/i, 'another program holds it locked'],
  [/SQLITE_FULL|disk is full/i, 'the disk is full'],
  [/SQLITE_CANTOPEN|unable to open/i, 'the file cannot be opened'],
];

function explained(where: string, cause: unknown): unknown {
  if (cause instanceof OperationalError && !(cause instanceof StoreUnavailable)) {
    const { message, hint } = cause;
    return new OperationalError({ where: cause.where ?? where, message, cause, ...(hint !== undefined && { hint }) });
  }
  const text = textOf(cause);
  const reason = REASONS.find(([sign]) => sign.test(text))?.[1] ?? refusalOf(cause);
  if (reason === undefined) return cause;
  return new OperationalError({ where, message: `the database cannot be used: ${reason}`, cause });
}

/** PostgreSQL's own message (its errors have a code of five characters), for example a missing privilege. */
function refusalOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause ? String(cause.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) ? `it says: ${cause.message.split('\n', 1)[0]}` : refusalOf(cause.cause);
}

/** Codes and messages of an error and its causes; a failed connection has its reasons in a list. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error ? String(error.code) : '';
  const inner = error instanceof AggregateError ? error.errors.map(textOf) : [];
  return [code, error.message, ...inner, textOf(error.cause)].join(' ');
}
