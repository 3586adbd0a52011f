import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite, openSqliteBytes } from '../../src/system/sqlite.js';
import { temporaryFolder } from '../support/feed-tree.js';
import { sqliteDrivers } from '../support/sqlite-drivers.js';

describe.each(sqliteDrivers)('SQLite by $name', (driver) => {
  function database(sql = "CREATE TABLE t (a TEXT, b BLOB); INSERT INTO t VALUES ('x', x'00ff');"): string {
    const path = join(temporaryFolder(), 'a.db');
    const db = openSqlite(path, { driver });
    db.exec(sql);
    db.close();
    return path;
  }

  it('gives rows as objects, one, all or each', () => {
    const db = openSqlite(database(), { driver });
    const insert = db.prepare('INSERT INTO t VALUES (?, ?)');
    expect(Number(insert.run('y', null).changes)).toBe(1);
    const select = db.prepare<{ a: string }>('SELECT a FROM t WHERE a >= ? ORDER BY a');
    expect(select.get('y')).toEqual({ a: 'y' });
    expect(select.get('z')).toBeUndefined();
    expect(select.all('x')).toEqual([{ a: 'x' }, { a: 'y' }]);
    expect([...select.iterate('x')].map((row) => row.a)).toEqual(['x', 'y']);
    expect(Buffer.from(db.prepare<{ b: Uint8Array }>('SELECT b FROM t').get()?.b ?? []).toString('hex')).toBe('00ff');
    db.close();
    db.close();
  });

  it('rolls a transaction back when it fails', () => {
    const db = openSqlite(database(), { driver });
    const work = () => {
      db.exec("INSERT INTO t VALUES ('y', NULL)");
      throw new Error('half way');
    };
    expect(() => db.transaction(work)).toThrow('half way');
    expect(db.transaction(() => db.prepare('SELECT count(*) AS n FROM t').get())).toEqual({ n: 1 });
    db.close();
  });

  it('never makes or changes a file that is opened read-only', () => {
    const path = database();
    const db = openSqlite(path, { driver, readonly: true });
    expect(() => db.exec("INSERT INTO t VALUES ('y', NULL)")).toThrow(/readonly/);
    db.close();
    expect(() => openSqlite(`${path}.gone`, { driver, readonly: true })).toThrow('no such database file');
  });

  it('reads a write-ahead-log database whose log is gone, as from a read-only mount', () => {
    const path = database("PRAGMA journal_mode = WAL; CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('x');");
    rmSync(`${path}-wal`, { force: true });
    rmSync(`${path}-shm`, { force: true });
    const before = readFileSync(path);
    const db = openSqlite(path, { driver, readonly: true });
    expect(db.prepare('SELECT a FROM t').all()).toEqual([{ a: 'x' }]);
    db.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('reads a database from memory and leaves the bytes alone', () => {
    const bytes = readFileSync(database());
    const copy = Buffer.from(bytes);
    const db = openSqliteBytes(bytes, 'image.tar', driver);
    db.exec("INSERT INTO t VALUES ('y', NULL)");
    expect(db.prepare('SELECT count(*) AS n FROM t').get()).toEqual({ n: 2 });
    db.close();
    expect(bytes.equals(copy)).toBe(true);
  });

  it('says which file it could not open', () => {
    const path = join(temporaryFolder(), 'no', 'such', 'folder.db');
    expect(() => openSqlite(path, { driver })).toThrow(expect.objectContaining({ kind: 'operational', where: path }));
    const text = join(temporaryFolder(), 'text.db');
    writeFileSync(text, 'not a database, but long enough to be looked at as one '.repeat(20));
    expect(() => openSqlite(text, { driver, readonly: true }).prepare('SELECT 1 FROM sqlite_schema').all()).toThrow();
  });
});
