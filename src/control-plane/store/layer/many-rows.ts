import { setImmediate } from 'node:timers/promises';
import { CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import { Turns } from '../../../support/turns.js';
import type { Dialect } from '../schema/dialect.js';
import { TextArray } from './parameters.js';
import type { SharedStore } from './store.js';
import { stored } from './values.js';

/** Rows in one statement. More rows gain nothing, and PostgreSQL takes at most 65 535 parameters. */
const AT_ONCE = 100;

/** What to do with a row whose key exists: overwrite the columns of `update`; with an empty list leave the row as it is. */
interface OnClash {
  key: readonly string[];
  update: readonly string[];
}

/**
 * Inserts any number of rows that have the same columns, with few statements. Their texts are equal from call to call, so that the
 * database finds its prepared statements again. A query builder would take longer for a row than the database does.
 */
export async function insertRows(
  { db, dialect, tenantId }: SharedStore & { tenantId?: string },
  table: string,
  rows: readonly object[],
  clash?: OnClash,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => column !== 'tenant_id' || tenantId === undefined);
  const led = tenantId === undefined ? columns : ['tenant_id', ...columns];
  const turns = new Turns();
  for (const chunk of chunksOf(rows)) {
    if (turns.isOver) await turns.pass();
    const text = `insert into "${table}" (${quoted(led)}) values ${places(dialect, chunk.length, led.length)}${clash ? onClash(clash) : ''}`;
    await db.executeQuery(CompiledQuery.raw(text, valuesOf(chunk, columns, tenantId)));
  }
}

function valuesOf(rows: readonly object[], columns: readonly string[], tenantId: string | undefined): unknown[] {
  const values: unknown[] = [];
  for (const row of rows as readonly Readonly<Record<string, unknown>>[]) {
    if (tenantId !== undefined) values.push(tenantId);
    for (const column of columns) values.push(stored(row[column]));
  }
  return values;
}

function onClash({ key, update }: OnClash): string {
  const what = update.length === 0 ? 'nothing' : `update set ${update.map((column) => `"${column}" = excluded."${column}"`).join(', ')}`;
  return ` on conflict (${quoted(key)}) do ${what}`;
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

function places(dialect: Dialect, rows: number, columns: number): string {
  let next = 1;
  const row = () => `(${Array.from({ length: columns }, () => (dialect === 'sqlite' ? '?' : `$${next++}`)).join(',')})`;
  return Array.from({ length: rows }, row).join(',');
}

/** Pieces of a size that one statement takes. */
export function* chunksOf<T>(items: readonly T[], size = AT_ONCE): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** The condition that a column has one of these values. Its SQL is the same for any number of values. */
export function among({ dialect }: Pick<SharedStore, 'dialect'>, column: string, values: readonly string[]): RawBuilder<SqlBool> {
  if (dialect === 'postgres') return sql<SqlBool>`${sql.ref(column)} = any(${new TextArray(values)})`;
  return sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** The condition that a column has one of the values of a query. PostgreSQL enters an index by an array only, where other conditions would do. */
export function amongThose({ dialect }: Pick<SharedStore, 'dialect'>, column: string, values: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return dialect === 'postgres' ? sql`${sql.ref(column)} = any(array(${values}))` : sql`${sql.ref(column)} in (${values})`;
}

/** The rows that a query finds for any number of keys, 500 keys in each statement. */
export async function selectMany<K, R>(keys: readonly K[], query: (some: readonly K[]) => Promise<R[]>): Promise<R[]> {
  const found: R[] = [];
  const turns = new Turns();
  for (const some of chunksOf(keys, 500)) {
    for (const row of await query(some)) found.push(row);
    if (turns.isOver) await turns.pass();
  }
  return found;
}

/**
 * All rows of a query that returns up to `size` rows after a given one. Other requests get their turn between the pieces, because an
 * embedded database answers without yielding to the event loop.
 */
export async function* inPieces<R>(size: number, after: (last: R | undefined) => Promise<R[]>): AsyncGenerator<readonly R[]> {
  for (let last: R | undefined; ; ) {
    const rows = await after(last);
    yield rows;
    last = rows.at(-1);
    if (rows.length < size) return;
    await setImmediate();
  }
}
