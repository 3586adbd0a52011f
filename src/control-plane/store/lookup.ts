import { CompiledQuery } from 'kysely';
import type { KeyRow } from './keys.js';
import { isEmbedded } from './layer/dialects.js';
import type { SharedStore, Store } from './layer/store.js';
import { sharedTable } from './layer/table.js';
import type { SessionRow } from './sessions.js';

export type DirectoryKind = 'key' | 'session';

interface RowOf {
  key: KeyRow;
  session: SessionRow;
}

const tables = { key: { table: 'api_keys', id: 'key_id' }, session: { table: 'sessions', id: 'session_hash' } } as const;

/** Every request runs this, so the embedded database gets a single query whose text is built once. */
const joined = { key: joinOf('key'), session: joinOf('session') };

function joinOf(kind: DirectoryKind): string {
  const { table, id } = tables[kind];
  return `select t.* from directory d join ${table} t on t.tenant_id = d.tenant_id and t.${id} = d.lookup where d.kind = '${kind}' and d.lookup = ?`;
}

/** The row of a key (by its id) or a session (by its hash) whose tenant is not known yet. */
export async function findCredential<K extends DirectoryKind>(store: Store, kind: K, lookup: string): Promise<RowOf[K] | undefined> {
  if (isEmbedded(store)) {
    const query = CompiledQuery.raw(joined[kind], [lookup]);
    return store.read('', async ({ db }) => (await db.executeQuery<RowOf[K]>(query as CompiledQuery<RowOf[K]>)).rows[0]);
  }
  // Row-level security shows a tenant's rows only to its handle, so the directory is asked for the tenant first.
  const tenantId = await store.shared((shared) => tenantOf(shared, kind, lookup));
  if (tenantId === undefined) return undefined;
  const query = CompiledQuery.raw(`select * from ${tables[kind].table} where tenant_id = $1 and ${tables[kind].id} = $2`, [
    tenantId,
    lookup,
  ]);
  return store.read(tenantId, async ({ db }) => (await db.executeQuery<RowOf[K]>(query as CompiledQuery<RowOf[K]>)).rows[0]);
}

async function tenantOf(shared: SharedStore, kind: DirectoryKind, lookup: string): Promise<string | undefined> {
  return (await sharedTable(shared, 'directory').find({ kind, lookup }))?.tenant_id;
}
