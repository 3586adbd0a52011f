import { join } from 'node:path';
import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FindingFilter, FindingRepository } from '../../../src/control-plane/store/findings.js';
import type { TenantStore } from '../../../src/control-plane/store/store.js';
import { openSqlite } from '../../../src/system/sqlite.js';
import { openTestPlane, type TestPlane } from '../../support/control-plane.js';
import { databases } from '../../support/databases.js';
import { push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';

/** Filters with the index that leads to them, by the columns after the tenant. */
const led: [FindingFilter, RegExp][] = [
  [{}, /severity_rank/],
  [{ severity: 'critical' }, /severity_rank/],
  [{ status: 'open' }, /status/],
  [{ status: 'resolved', severity: 'low' }, /status/],
  [{ kind: 'skill' }, /kind/],
  [{ source_id: 'src_none00000' }, /source_id/],
  [{ source_id: 'src_none00000', status: 'open', kind: 'skill' }, /source_id/],
  [{ kev: true }, /listed/],
  [{ kev: true, source_id: 'src_none00000' }, /listed/],
  [{ triage: 'confirmed', status: 'open' }, /triaged/],
];

describe.each(databases())('queries of findings on $name', (database) => {
  let at: TestPlane;
  beforeAll(async () => {
    at = await openTestPlane(await database.open());
    await at.key('acme');
    const findings = Array.from({ length: 3000 }, (_, n) => packageFinding(`package${n}`, { id: `CVE-2024-${1000 + n}` }));
    await push(at, 'acme', { findings });
  });
  afterAll(async () => {
    await at.close();
    await database.close();
  });

  /** Plans of every query that a page takes, one text. */
  const plansOf = (filter: FindingFilter) =>
    at.plane.store.read('acme', async (store) => {
      const asked = await queriesOf(store, (watched) =>
        new FindingRepository(watched).list(filter, { scope: 'plans', limit: 50, codec: at.plane.cursors }, (row) => row),
      );
      // Of few rows PostgreSQL would read all, as it should.
      if (store.dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(store.db);
      const plans = await Promise.all(asked.map((query) => planOf(at, store, query)));
      return plans.join('\n');
    });

  it.each(led)('walk the index of %j, in its order', async (filter, index) => {
    const plan = await plansOf(filter);
    expect(plan).not.toMatch(/SCAN findings|Seq Scan|TEMP B-TREE/);
    if (database.name === 'sqlite') expect(plan).toMatch(index);
  });

  it('sort only few: what is found by component or by words', async () => {
    expect(await plansOf({ component: 'pkg:npm/package7@1.0.0' })).toMatch(/component/);
    for (const filter of [{ q: 'package7' }, { q: 'CVE-2024-1007', severity: 'high' as const }]) {
      const plan = await plansOf(filter);
      expect(plan).not.toMatch(/SCAN findings|Seq Scan/);
      expect(plan).toMatch(/VIRTUAL TABLE INDEX|Index Cond: .*word/);
    }
  });

  it('walk the list for words that nearly all have', async () => {
    const plan = await plansOf({ q: 'package' });
    expect(plan).not.toMatch(/SCAN findings|Seq Scan on findings/);
    expect(plan).toMatch(/severity_rank/);
  });
});

/** The queries that some work makes, as they are sent. */
async function queriesOf(store: TenantStore, work: (store: TenantStore) => Promise<unknown>): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = [];
  const db = store.db.withPlugin({
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work({ ...store, db });
  return nodes.map((node) => store.db.getExecutor().compileQuery(node, createQueryId()));
}

/** Values are bound as they would be. SQLite's plan is asked for on a connection of its own. */
async function planOf(at: TestPlane, { db, dialect }: TenantStore, { sql: text, parameters }: CompiledQuery): Promise<string> {
  if (dialect === 'postgres') {
    const { rows } = await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]));
    return rows.map((row) => JSON.stringify(row)).join('\n');
  }
  const file = openSqlite(join(at.folder, 'data', 'control-plane.db'));
  const values = parameters.filter((value) => typeof value === 'string' || typeof value === 'number');
  const rows = file.prepare<{ detail: string }>(`explain query plan ${text}`).all(...values);
  file.close();
  return rows.map(({ detail }) => detail).join('\n');
}
