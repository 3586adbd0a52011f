import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { OperationalError } from '../support/errors.js';
import { openSqlite } from './sqlite.js';

/**
 * Copies a database into a new file, in one consistent view, also while others write to it (SQLite documentation, VACUUM INTO). The
 * copy is checked before it gets its name, is readable by this user only, and never overwrites. Returns its size in bytes.
 */
export function backUpSqlite(from: string, to: string): number {
  if (!existsSync(from)) throw new OperationalError({ where: from, message: 'no such control-plane database' });
  if (existsSync(to)) throw new OperationalError({ where: to, message: 'is there already; not overwritten' });
  const aside = `${to}.${process.pid}.part`;
  try {
    closeSync(openSync(aside, 'wx', 0o600));
    copy(from, aside);
    check(aside);
    chmodSync(aside, 0o600);
    sync(aside);
    linkSync(aside, to);
    note(from);
    return statSync(to).size;
  } catch (cause) {
    if (cause instanceof OperationalError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperationalError({ where: to, message: `the backup cannot be written: ${reason}`, cause });
  } finally {
    rmSync(aside, { force: true });
  }
}

const noteOf = (path: string) => `${path}.backed-up`;

/** Leaves the time of the backup beside the database. Where that cannot be written, nobody is told the age of the backup. */
function note(path: string): void {
  try {
    writeFileSync(noteOf(path), `${new Date().toISOString()}\n`, { mode: 0o600 });
  } catch {
    // The backup itself is done.
  }
}

/** When the database was last backed up from this machine, in milliseconds since 1970; undefined if never. */
export function backedUpAt(path: string): number | undefined {
  return statSync(noteOf(path), { throwIfNoEntry: false })?.mtimeMs;
}

/** Copies into an empty file that exists already: SQLite treats it as new, and its permissions stay. */
function copy(from: string, to: string): void {
  const source = openSqlite(from);
  try {
    source.exec('pragma busy_timeout = 10000');
    source.exec(`vacuum into '${to.replaceAll("'", "''")}'`);
  } finally {
    source.close();
  }
}

function check(path: string): void {
  const database = openSqlite(path);
  try {
    const rows = database.prepare<{ quick_check: string }>('pragma quick_check').all();
    if (rows.length !== 1 || rows[0]?.quick_check !== 'ok') throw new OperationalError({ where: path, message: 'the copy is damaged' });
  } finally {
    database.close();
  }
}

function sync(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
