import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection, SqliteDriver } from './driver.js';

/** The part of the API of `node:sqlite` that is used. */
export interface DatabaseSyncModule {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => Connection;
}

/** A driver for a library with the API of `node:sqlite`. */
export function databaseSync(name: SqliteDriver['name'], { DatabaseSync }: DatabaseSyncModule): SqliteDriver {
  const open = (path: string, readonly: boolean): Connection => new DatabaseSync(path, { readOnly: readonly });
  return { name, open, openBytes: (bytes) => openCopy(bytes, open) };
}

/** This API can open only files, so the bytes are copied to a private file that is removed with the connection. */
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
