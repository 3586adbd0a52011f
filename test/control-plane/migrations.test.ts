import { join } from 'node:path';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/control-plane/store/engines/migrate.js';
import { asDatabase } from '../../src/control-plane/store/engines/sqlite.js';
import { type Migration, migrations } from '../../src/control-plane/store/migrations/registry.js';
import { openSqlite } from '../../src/system/sqlite.js';
import { databases } from '../support/databases.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const NOW = '2026-01-01T00:00:00.000Z';
const first: Migration = { id: '0001-notes', statements: () => ['create table notes (id integer primary key, body text not null)'] };
const second: Migration = {
  id: '0002-colour',
  statements: () => ['alter table notes add column colour text', 'create index by_colour on notes (colour)'],
};
const broken: Migration = { id: '0003-broken', statements: () => ['create table half (id integer)', 'create table nonsense ('] };

describe.each(databases())('migrations on $name', (database) => {
  const folder = temporaryFolder();
  const opened: Kysely<unknown>[] = [];
  let dialect: 'sqlite' | 'postgres';
  let url: string | undefined;
  beforeAll(async () => {
    url = (await database.open()).databaseUrl;
    dialect = database.name;
  });
  afterAll(async () => {
    for (const db of opened) await db.destroy();
    await database.close();
    folder.dispose();
  });
  const open = () => {
    const db = new Kysely<unknown>({
      dialect: url
        ? new PostgresDialect({ pool: poolOf(url) })
        : new SqliteDialect({ database: asDatabase(openSqlite(join(folder.path, 'test.db'))) }),
    });
    opened.push(db);
    return db;
  };
  const recorded = async (db: Kysely<unknown>) => (await sql<{ id: string }>`select * from schema_migrations order by id`.execute(db)).rows;

  it('run once, are recorded, and run no more', async () => {
    const db = open();
    await migrate(db, dialect, NOW, [first]);
    await sql`insert into notes (id, body) values (1, 'kept')`.execute(db);
    await migrate(db, dialect, '2027-01-01T00:00:00.000Z', [first]);
    expect(await recorded(db)).toEqual([{ id: '0001-notes', applied_at: NOW, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  it('of a newer program find the rows of the older one', async () => {
    const db = open();
    await migrate(db, dialect, NOW, [first, second]);
    expect((await sql`select id, body, colour from notes`.execute(db)).rows).toEqual([{ id: 1, body: 'kept', colour: null }]);
  });

  it('leave nothing of a step that fails', async () => {
    const db = open();
    await expect(migrate(db, dialect, NOW, [first, second, broken])).rejects.toThrow();
    expect((await recorded(db)).map(({ id }) => id)).toEqual(['0001-notes', '0002-colour']);
    await expect(sql`select * from half`.execute(db)).rejects.toThrow();
  });

  it('that the program does not know are refused', async () => {
    await expect(migrate(open(), dialect, NOW, [first])).rejects.toThrow(/newer castellan \(it has 0002-colour\)/);
  });

  it('that were changed since they ran are refused', async () => {
    const changed = { ...first, statements: () => ['create table notes (id integer primary key)'] };
    await expect(migrate(open(), dialect, NOW, [changed, second])).rejects.toThrow(/another castellan \(its 0001-notes is not ours\)/);
  });
});

describe('the migrations of the program', () => {
  it('come in the order of their ids, each of which there is once', () => {
    const ids = migrations.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
  });
});

/** A pool ends before its server has said goodbye, which is then nobody's error. */
function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
