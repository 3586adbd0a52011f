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

describe.each(databases())('the migrations of the program on $name', (database) => {
  const folder = temporaryFolder();
  let db: Kysely<unknown>;
  beforeAll(async () => {
    const { databaseUrl } = await database.open();
    db = new Kysely<unknown>({
      dialect: databaseUrl
        ? new PostgresDialect({ pool: poolOf(databaseUrl) })
        : new SqliteDialect({ database: asDatabase(openSqlite(join(folder.path, 'old.db'))) }),
    });
  });
  afterAll(async () => {
    await db.destroy();
    await database.close();
    folder.dispose();
  });

  it('keep what was noted of the graph, in its order', async () => {
    await migrate(
      db,
      database.name,
      NOW,
      migrations.filter(({ id }) => id < '0003'),
    );
    const noted = Array.from({ length: 450 }, (_, at) => ({ seq: at + 1, source: `src_${at % 2}`, id: `pkg "${at}"` }));
    for (const { seq, source, id } of noted) {
      await sql`insert into graph_changes (tenant_id, changed_at, seq, source_id, item, change, thing, document, job_id)
        values ('acme', ${NOW}, ${seq}, ${source}, 'node', 'added', ${id}, ${JSON.stringify({ id })}, null)`.execute(db);
    }
    await migrate(db, database.name, NOW);
    const { rows } = await sql<{ source_id: string; entries: string }>`select source_id, entries from graph_history
      where tenant_id = 'acme' and changed_at = ${NOW} order by source_id, seq`.execute(db);
    expect(rows.length).toBeLessThan(10);
    for (const source of ['src_0', 'src_1']) {
      const kept = rows.flatMap(({ source_id, entries }) => (source_id === source ? JSON.parse(entries) : []));
      expect(kept).toEqual(noted.filter((one) => one.source === source).map(({ id }) => ['added', 'node', { id }]));
    }
  });
});

const SOURCE = {
  ...{ tenant_id: 'acme', display_name: 'one', owner: 'ada', credential_mode: 'none', enabled: 1, status: 'healthy', labels: '{}' },
  ...{ created_by: 'user:ada', created_at: NOW, updated_at: NOW },
};
const FINDING = {
  ...{
    tenant_id: 'acme',
    fingerprint: 'f',
    kind: 'vulnerability',
    problem_id: 'CVE-1',
    severity: 'high',
    severity_rank: 3,
    status: 'open',
  },
  ...{ title: 'older', kev: 0, cwes: '[]', search: ' cve 1', first_seen: NOW, last_seen: NOW, reopened_count: 0 },
  ...{ evidence_id: 'evd_1', updated_at: NOW, document_hash: 'h', document: '{}' },
};

describe.each(databases())('a database in which each source had its own findings, on $name', (database) => {
  const folder = temporaryFolder();
  let db: Kysely<unknown>;
  beforeAll(async () => {
    const { databaseUrl } = await database.open();
    db = new Kysely<unknown>({
      dialect: databaseUrl
        ? new PostgresDialect({ pool: poolOf(databaseUrl) })
        : new SqliteDialect({ database: asDatabase(openSqlite(join(folder.path, 'old.db'))) }),
    });
  });
  afterAll(async () => {
    await db.destroy();
    await database.close();
    folder.dispose();
  });
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    return sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db);
  };

  it('make one finding of what two sources have seen in one thing, with the last decision about it', async () => {
    await migrate(
      db,
      database.name,
      NOW,
      migrations.filter(({ id }) => id < '0010'),
    );
    for (const [id, kind, scope] of [
      ['src_repo', 'scan.repo', { url: 'https://git.example/acme/app.git' }],
      ['src_iac', 'scan.iac', { repo_url: 'https://git.example/acme/app' }],
      ['src_other', 'scan.repo', { url: 'https://git.example/acme/other' }],
      ['src_image', 'scan.image', { ref: 'alpine' }],
      ['src_spelled', 'scan.image', { ref: 'docker.io/library/alpine:latest' }],
    ] as const)
      await insert('sources', { ...SOURCE, source_id: id, kind, scope: JSON.stringify(scope) });
    const decided = { triage: 'not_affected', note: 'never called', decided_by: 'user:ada', status: 'suppressed' };
    for (const [id, source, more] of [
      ['fnd_1', 'src_repo', { first_seen: '2026-01-01', last_seen: '2026-01-05', decided_at: '2026-01-02', ...decided, note: 'earlier' }],
      ['fnd_2', 'src_iac', { first_seen: '2026-01-03', last_seen: '2026-01-09', title: 'newer', decided_at: '2026-01-04', ...decided }],
      ['fnd_3', 'src_other', {}],
      ['fnd_4', 'src_image', { status: 'resolved', resolved_at: '2026-01-04', first_seen: '2026-01-02' }],
      ['fnd_5', 'src_spelled', { first_seen: '2026-01-03', assignee: 'ada' }],
    ] as const)
      await insert('findings', { ...FINDING, finding_id: id, source_id: source, ...more });
    await migrate(db, database.name, NOW);
    const read = async (table: string, order: string) =>
      (
        await sql<Record<string, unknown>>`select * from ${sql.table(table)} where tenant_id = 'acme' order by ${sql.raw(order)}`.execute(
          db,
        )
      ).rows;
    expect(await read('findings', 'finding_id')).toMatchObject([
      { finding_id: 'fnd_2', first_seen: '2026-01-01', last_seen: '2026-01-09', title: 'newer', ...decided, decided_at: '2026-01-04' },
      { finding_id: 'fnd_3', status: 'open' },
      { finding_id: 'fnd_4', source_id: 'src_spelled', status: 'open', resolved_at: null, first_seen: '2026-01-02', assignee: 'ada' },
    ]);
    expect(await read('finding_origins', 'finding_id, source_id')).toMatchObject([
      { finding_id: 'fnd_2', source_id: 'src_iac', status: 'open', first_seen: '2026-01-03' },
      { finding_id: 'fnd_2', source_id: 'src_repo', status: 'open', first_seen: '2026-01-01', former_id: 'fnd_1' },
      { finding_id: 'fnd_4', source_id: 'src_image', status: 'resolved', resolved_at: '2026-01-04' },
      { finding_id: 'fnd_4', source_id: 'src_spelled', status: 'open' },
    ]);
    const counts = await read('finding_counts', 'status');
    expect(counts.reduce((sum, { count }) => sum + Number(count), 0)).toBe(3);
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
