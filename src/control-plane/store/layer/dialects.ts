import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../schema/dialect.js';
import type { SharedStore, TenantStore } from './store.js';

/**
 * SQL that differs between SQLite and PostgreSQL. An embedded database has one writer, so nothing needs a lock there.
 */

/** True when only one process uses the database; otherwise shared counts must be stored in it. */
export function isEmbedded({ dialect }: { dialect: Dialect }): boolean {
  return dialect === 'sqlite';
}

/** Locks the rows of the query until the transaction ends. */
export function locked<DB, TB extends keyof DB, O>(
  { dialect }: Pick<SharedStore, 'dialect'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return dialect === 'postgres' ? query.forUpdate() : query;
}

/** Like `locked`, but skips rows that another transaction has locked. */
export function lockedOrSkipped<DB, TB extends keyof DB, O>(
  { dialect }: Pick<SharedStore, 'dialect'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return dialect === 'postgres' ? query.forUpdate().skipLocked() : query;
}

/** Until the transaction ends, nobody can change or remove the rows of the query; others may hold them as well. */
export function held<DB, TB extends keyof DB, O>(
  { dialect }: Pick<SharedStore, 'dialect'>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return dialect === 'postgres' ? query.forShare() : query;
}

/** A lock for `what` of this tenant: other transactions that ask for it wait until this one ends. */
export async function oneAtATime({ db, dialect, tenantId }: TenantStore, what: string): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${`${what} of ${tenantId}`}, 0))`.execute(db);
}

/**
 * A column that must not select the index: without statistics SQLite would guess (SQLite documentation, "Query
 * Planner", unary plus).
 */
export function unled<T = string>({ dialect }: { dialect: Dialect }, column: string): RawBuilder<T> {
  return dialect === 'sqlite' ? sql<T>`+${sql.ref(column)}` : sql<T>`${sql.ref(column)}`;
}

/**
 * Condition that the row belongs to the handle's tenant. `table` is the table's name in the query; a query of a single
 * table needs none.
 */
export function own({ tenantId }: Pick<TenantStore, 'tenantId'>, table: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.tenant_id`)} = ${tenantId}`;
}
