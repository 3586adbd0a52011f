import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../schema/dialect.js';
import type { SharedStore, TenantStore } from './store.js';

/**
 * Where SQLite and PostgreSQL want different words for the same. An embedded database has one writer, so that nothing needs a lock
 * there.
 */

/** One process has the database to itself; otherwise what counts for all must be kept in it. */
export function isEmbedded({ dialect }: { dialect: Dialect }): boolean {
  return dialect === 'sqlite';
}

/** The rows of the query are kept from others until the transaction ends. */
export function locked<DB, TB extends keyof DB, O>(
  { dialect }: Pick<SharedStore, 'dialect'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return dialect === 'postgres' ? query.forUpdate() : query;
}

/** The same, but rows that somebody else has are passed over. */
export function lockedOrSkipped<DB, TB extends keyof DB, O>(
  { dialect }: Pick<SharedStore, 'dialect'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return dialect === 'postgres' ? query.forUpdate().skipLocked() : query;
}

/** Nobody may change or remove the rows of the query until the transaction ends; others may hold them as well. */
export function held<DB, TB extends keyof DB, O>(
  { dialect }: Pick<SharedStore, 'dialect'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return dialect === 'postgres' ? query.forShare() : query;
}

/** One at a time: whoever else asks for `what` of this tenant waits until the transaction ends. */
export async function oneAtATime({ db, dialect, tenantId }: TenantStore, what: string): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${`${what} of ${tenantId}`}, 0))`.execute(db);
}

/** A column that must not choose the index: without statistics SQLite would guess (SQLite documentation, "Query Planner", unary plus). */
export function unled<T = string>({ dialect }: { dialect: Dialect }, column: string): RawBuilder<T> {
  return dialect === 'sqlite' ? sql<T>`+${sql.ref(column)}` : sql<T>`${sql.ref(column)}`;
}

/** The row is the handle's tenant's. `table` is its name in the query; where a query has one table alone, it needs none. */
export function own({ tenantId }: Pick<TenantStore, 'tenantId'>, table: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.tenant_id`)} = ${tenantId}`;
}
