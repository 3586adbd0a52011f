import { join } from 'node:path';
import { CompiledQuery, createQueryId, type RootOperationNode, sql } from 'kysely';
import type { TenantStore } from '../../src/control-plane/store/layer/store.js';
import { openSqlite } from '../../src/system/sqlite.js';
import type { TestPlane } from './control-plane.js';

/** Plans of every query that some work of a tenant makes, as one text. */
export function plansOf(at: TestPlane, tenant: string, work: (store: TenantStore) => Promise<unknown>): Promise<string> {
  return at.plane.store.read(tenant, async (store) => {
    const asked = await queriesOf(store, work);
    // Of few rows PostgreSQL would read all, as it should.
    if (store.dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(store.db);
    const plans = await Promise.all(asked.map((query) => planOf(at, store, query)));
    return plans.join('\n');
  });
}

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
