import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isUniqueClash, StoreUnavailable, unavailable } from '../../src/control-plane/store/engines/failures.js';
import { openSqlite, openSqliteBytes, type Sqlite } from '../../src/system/sqlite.js';
import { temporaryFolder } from '../support/feed-tree.js';
import { spawn } from '../support/programs.js';
import { sqliteDrivers } from '../support/sqlite-drivers.js';

const HOLDER = fileURLToPath(new URL('../support/sqlite-holder.mjs', import.meta.url));
const WAL = 'pragma journal_mode = wal; pragma synchronous = full;';

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('expected it to throw');
}

it('has, besides what Node or a compiler gives, a driver that comes whole in a package', () => {
  expect(sqliteDrivers.map(({ name }) => name)).toContain('@photostructure/sqlite');
});

/** What the program relies on, whichever driver is behind it. */
describe.each(sqliteDrivers)('the SQLite of $name', (driver) => {
  function opened(path = join(temporaryFolder(), 'a.db'), sql = ''): Sqlite {
    const db = openSqlite(path, { driver });
    onTestFinished(() => db.close());
    db.exec(sql);
    return db;
  }

  it('gives every kind of value back as it was given', () => {
    const db = opened(undefined, 'create table t (id integer primary key, v any) strict');
    const insert = db.prepare('insert into t (v) values (?)');
    const select = db.prepare<{ v: unknown }>('select v from t where id = ?');
    const values = [null, 0, -1, 2 ** 53 - 1, 1.5, '', 'naïve \u{1F5DD} text', 'a\nb'];
    for (const value of values) expect(select.get(Number(insert.run(value).lastInsertRowid))?.v).toBe(value);
    const blob = select.get(Number(insert.run(new Uint8Array([0, 255, 1])).lastInsertRowid))?.v;
    expect(blob).toBeInstanceOf(Uint8Array);
    expect([...(blob as Uint8Array)]).toEqual([0, 255, 1]);
    expect(Number(select.get(Number(insert.run(42n).lastInsertRowid))?.v)).toBe(42);
    expect(Object.keys({ ...select.get(1) })).toEqual(['v']);
  });

  it('refuses what a strict table refuses, and names a clash as one', () => {
    const db = opened(undefined, 'create table t (id text primary key, n integer) strict, without rowid');
    const insert = db.prepare('insert into t values (?, ?)');
    expect(Number(insert.run('a', 1).changes)).toBe(1);
    expect(isUniqueClash(errorOf(() => insert.run('a', 2)))).toBe(true);
    expect(isUniqueClash(errorOf(() => db.prepare('insert into t values (?, ?) returning n').all('a', 2)))).toBe(true);
    expect(() => insert.run('b', 'no number')).toThrow(/cannot store TEXT value in INTEGER column/);
    expect(() => db.prepare('selec 1')).toThrow(/syntax error/);
  });

  it('has JSON functions, upserts, RETURNING and the full text index of the findings', () => {
    const db = opened(undefined, 'create table t (k text primary key, n integer) strict');
    const upsert = db.prepare<{ n: number }>('insert into t values (?, 1) on conflict do update set n = n + 1 returning n');
    expect([upsert.get('a'), upsert.all('a')].map((row) => JSON.stringify(row))).toEqual(['{"n":1}', '[{"n":2}]']);
    expect(db.prepare<{ value: string }>('select value from json_each(?)').all('["x","y"]')).toMatchObject([
      { value: 'x' },
      { value: 'y' },
    ]);
    db.exec("create virtual table w using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')");
    db.prepare('insert into w (rowid, words) values (?, ?)').run(7, 'lodash critical');
    expect(db.prepare('select rowid from w where w match ?').all('"lod"* "critical"')).toMatchObject([{ rowid: 7 }]);
    db.prepare('delete from w where rowid = ?').run(7);
    expect(db.prepare('select rowid from w where w match ?').all('"lodash"')).toEqual([]);
  });

  it('iterates row by row, and may be left before the end', () => {
    const db = opened(undefined, 'create table t (n integer) strict; insert into t values (1), (2), (3)');
    const select = db.prepare<{ n: number }>('select n from t order by n');
    for (const { n } of select.iterate()) {
      expect(n).toBe(1);
      break;
    }
    db.exec('insert into t values (4)');
    expect([...select.iterate()].map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  });

  it('takes a savepoint back and keeps the rest, and says when no transaction is active', () => {
    const db = opened(undefined, 'create table t (n integer) strict');
    db.exec('begin immediate; insert into t values (1); savepoint one; insert into t values (2); rollback to one; release one; commit');
    expect(db.prepare('select n from t').all()).toMatchObject([{ n: 1 }]);
    expect(() => db.exec('rollback')).toThrow(/no transaction is active/);
  });

  it('reads the last commit beside an open transaction of the write-ahead log', () => {
    const path = join(temporaryFolder(), 'a.db');
    const writer = opened(path, `${WAL} create table t (a text) strict; insert into t values ('old')`);
    expect(writer.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    const reader = opened(path, 'pragma query_only = on; pragma busy_timeout = 0');
    writer.exec("begin immediate; insert into t values ('new')");
    expect(reader.prepare('select a from t').all()).toMatchObject([{ a: 'old' }]);
    writer.exec('commit');
    expect(reader.prepare('select a from t').all()).toHaveLength(2);
    expect(() => reader.exec('delete from t')).toThrow(/readonly database/);
  });

  it('shares a database with another process: reads beside its write, waits for its lock, backs up', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const db = opened(path, `${WAL} create table t (a text) strict; pragma busy_timeout = 0`);
    const child = spawn(process.execPath, ['--no-warnings', HOLDER, driver.name, path], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    expect(db.prepare('select a from t').all()).toEqual([]);
    const refused = errorOf(() => db.exec("begin immediate; insert into t values ('ours'); commit"));
    await expect(unavailable(() => Promise.reject(refused))).rejects.toThrow(StoreUnavailable);
    const copy = `${path}.copy`;
    db.exec(`vacuum into '${copy}'`);
    expect(openSqlite(copy, { driver, readonly: true }).prepare('pragma quick_check').all()).toMatchObject([{ quick_check: 'ok' }]);
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
    expect(db.prepare('select a from t').all()).toMatchObject([{ a: 'theirs' }]);
  });

  it('leaves no lock behind when a process is killed in a transaction, and none of its writes', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const db = opened(path, `${WAL} create table t (a text) strict; pragma busy_timeout = 0`);
    const child = spawn(process.execPath, ['--no-warnings', HOLDER, driver.name, path], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    db.exec("begin immediate; insert into t values ('ours'); commit");
    expect(db.prepare('select a from t').all()).toMatchObject([{ a: 'ours' }]);
  });

  it.each([
    ['an exclusive one', 'pragma journal_mode = off; pragma locking_mode = exclusive; create table t (a text) strict', ''],
    [
      'one of a transaction of the write-ahead log',
      `${WAL} create table t (a text) strict`,
      "begin immediate; insert into t values ('lost')",
    ],
  ])('holds no lock once it is closed, though statements are still there: %s', (_, sql, left) => {
    const path = join(temporaryFolder(), 'a.db');
    const db = opened(path, sql);
    const insert = db.prepare("insert into t values ('kept')");
    const select = db.prepare<{ a: string }>('select a from t');
    insert.run();
    expect([...select.iterate()]).toHaveLength(1);
    db.exec(left);
    db.close();
    const next = opened(path, 'pragma busy_timeout = 0');
    next.exec("begin immediate; insert into t values ('next'); commit");
    expect(next.prepare('select a from t').all()).toMatchObject([{ a: 'kept' }, { a: 'next' }]);
    expect(() => select.all()).toThrow();
  });

  it('ends with its files tidied away, and twice is once', () => {
    const path = join(temporaryFolder(), 'a.db');
    const db = opened(path, `${WAL} create table t (a text) strict`);
    expect(existsSync(`${path}-wal`)).toBe(true);
    db.close();
    db.close();
    expect([existsSync(`${path}-wal`), existsSync(`${path}-shm`)]).toEqual([false, false]);
  });

  it('builds a database without a journal and writes its mark into the header', () => {
    const path = join(temporaryFolder(), 'a.db');
    const db = opened(
      path,
      'pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma page_size = 8192;',
    );
    db.exec('create table t (a text); pragma application_id = 1130787700; pragma user_version = 1; vacuum');
    db.close();
    const head = readFileSync(path).subarray(0, 100);
    expect([head.readUInt16BE(16), head.readUInt32BE(60), head.readUInt32BE(68)]).toEqual([8192, 1, 1130787700]);
    expect(statSync(path).size % 8192).toBe(0);
  });

  it.each([
    ['another kind of file', 'no database, but as long as the header of one is, and longer '.repeat(20)],
    ['a database that is cut off', undefined],
  ])('says what is wrong with %s, from disk and from memory', (_, text) => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.db');
    opened(path, `create table t (a text); insert into t values ('${'x'.repeat(20_000)}')`).close();
    const bytes = text === undefined ? readFileSync(path).subarray(0, 9_000) : Buffer.from(text);
    writeFileSync(path, bytes);
    const read = (db: Sqlite) => {
      onTestFinished(() => db.close());
      return db.prepare('select * from t').all();
    };
    expect(() => read(openSqlite(path, { driver, readonly: true }))).toThrow(/not a database|malformed/);
    expect(() => read(openSqliteBytes(bytes, 'image.tar', driver))).toThrow(/not a database|malformed/);
  });
});
