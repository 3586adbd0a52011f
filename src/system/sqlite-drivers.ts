import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationalError } from '../support/errors.js';

type SqlValue = string | number | bigint | Uint8Array | null;

/** A prepared statement. Parameters are positional; `Row` is an object keyed by column. */
export interface Statement<Row> {
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
  iterate(...values: SqlValue[]): Iterable<Row>;
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

/** What both drivers have in common. */
export interface Connection {
  exec(sql: string): unknown;
  prepare<Row>(sql: string): Statement<Row>;
  close(): void;
}

/** A way to open databases. `openBytes` takes the bytes over. */
export interface SqliteDriver {
  readonly name: 'better-sqlite3' | 'node:sqlite';
  open(path: string, readonly: boolean): Connection;
  openBytes(bytes: Buffer): Connection;
}

interface BetterSqlite {
  new (source: string | Buffer, options?: { readonly?: boolean; fileMustExist?: boolean; nativeBinding?: string }): Connection;
}

interface NodeSqlite {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => Connection;
}

const load = createRequire(import.meta.url);
let chosen: SqliteDriver | undefined;

/** The best driver this Node has, found once. Throws OperationalError with the command to run when there is none. */
export function sqliteDriver(): SqliteDriver {
  chosen ??= betterSqlite() ?? nodeSqlite() ?? noDriver();
  return chosen;
}

/** better-sqlite3 when it is installed with a binary for this Node. */
export function betterSqlite(): SqliteDriver | undefined {
  try {
    const Database: BetterSqlite = load('better-sqlite3');
    const native = bindingOption();
    // A missing or foreign binary shows only when the first database is opened.
    new Database(':memory:', native).close();
    return {
      name: 'better-sqlite3',
      open: (path, readonly) => new Database(path, { ...native, readonly, fileMustExist: readonly }),
      openBytes: (bytes) => new Database(bytes, native),
    };
  } catch {
    return undefined;
  }
}

/** The addon's own path spares the search that better-sqlite3 makes for it, about 2 ms of every scan. */
function bindingOption(): { nativeBinding?: string } {
  try {
    return { nativeBinding: load.resolve('better-sqlite3/build/Release/better_sqlite3.node') };
  } catch {
    return {};
  }
}

/** Node's own SQLite (22.13 and later without a flag). */
export function nodeSqlite(): SqliteDriver | undefined {
  const warn = process.emitWarning;
  // Node 22 announces its SQLite as experimental on every start; users cannot act on that.
  process.emitWarning = () => {};
  try {
    const { DatabaseSync }: NodeSqlite = load('node:sqlite');
    const open = (path: string, readonly: boolean): Connection => new DatabaseSync(path, { readOnly: readonly });
    return { name: 'node:sqlite', open, openBytes: (bytes) => openCopy(bytes, open) };
  } catch {
    return undefined;
  } finally {
    process.emitWarning = warn;
  }
}

/** node:sqlite reads only files: a private copy that goes with the connection. */
function openCopy(bytes: Buffer, open: SqliteDriver['open']): Connection {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'copy.db');
    writeFileSync(path, bytes, { mode: 0o600 });
    const connection = open(path, false);
    const close = () => {
      connection.close();
      remove();
    };
    return { exec: (sql) => connection.exec(sql), prepare: (sql) => connection.prepare(sql), close };
  } catch (cause) {
    remove();
    throw cause;
  }
}

function noDriver(): never {
  throw new OperationalError({
    message: 'no SQLite here: better-sqlite3 has no binary for this Node, and node:sqlite needs Node 22.13 or later',
    hint: 'npm install -g --allow-scripts=better-sqlite3 castellan',
  });
}
