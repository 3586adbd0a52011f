import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Expression,
  ExpressionWrapper,
  type Kysely,
  type OperationNode,
  OperatorNode,
  PrimitiveValueListNode,
  ReferenceNode,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  TableNode,
  type UpdateQueryBuilder,
  type UpdateResult,
  ValueNode,
} from 'kysely';
import type { TableSpec } from '../schema/columns.js';
import { held, locked } from './dialects.js';
import { insertRows } from './many-rows.js';
import type { SharedStore, TenantStore } from './store.js';
import { type Draft, type KeyOf, type TableName, type Tables, type TenantTableName, tables, type Written } from './tables.js';

type Scalar = string | number | boolean | null;
type Condition<V> = V extends Scalar ? V | readonly Exclude<V, null>[] : never;

/** Conditions on columns, all of which must hold: a value, null, or a list of which one must match. */
export type RowMatch<T extends TableName> = { [C in keyof Tables[T]]?: Condition<Tables[T][C]> };

/** Like `RowMatch`, but undefined conditions are ignored. */
export type Filter<T extends TableName> = { [C in keyof Tables[T]]?: Condition<Tables[T][C]> | undefined };

/** Columns to write; undefined ones are not changed. */
export type RowChange<T extends TableName> = { [C in keyof Draft<T>]?: Draft<T>[C] | undefined };

/** Kysely for a table whose name is only known at run time: columns are checked only by the types of `Table`. */
type AnyTables = Record<string, Record<string, unknown>>;

/**
 * The rows of one table that belong to the handle: all rows of a shared table, else those of its tenant. Every query of
 * a repository starts here, so that none can forget the tenant. `find`, `lock`, `update` and `remove` take a row's key.
 */
export class Table<T extends TableName> {
  private readonly db: Kysely<AnyTables>;
  private readonly name: string;
  private readonly spec: TableSpec;

  constructor(
    protected readonly store: SharedStore & Partial<TenantStore>,
    name: T,
  ) {
    this.db = store.db as unknown as Kysely<AnyTables>;
    this.name = name;
    this.spec = tables[name];
  }

  /** A query for columns of the matching rows; without columns it selects none yet. */
  select<C extends keyof Tables[T] & string = never>(
    columns: readonly C[] = [],
    filter: Filter<T> = {},
  ): SelectQueryBuilder<Tables, T, Pick<Tables[T], C>> {
    const query = this.db
      .selectFrom(this.name)
      .select(columns.map((column) => `${this.name}.${column}`))
      .where(this.fitting(filter));
    return query as unknown as SelectQueryBuilder<Tables, T, Pick<Tables[T], C>>;
  }

  /** A query for the complete matching rows. */
  rows(filter: Filter<T> = {}): SelectQueryBuilder<Tables, T, Tables[T]> {
    const { numbered, columns } = this.spec;
    const all = this.db.selectFrom(this.name).where(this.fitting(filter));
    // On SQLite, a numbered table has the number as well.
    const query = numbered ? all.select(['tenant_id', ...Object.keys(columns)]) : all.selectAll();
    return query as unknown as SelectQueryBuilder<Tables, T, Tables[T]>;
  }

  find(key: KeyOf<T>): Promise<Tables[T] | undefined> {
    return this.rows(this.matching(key)).executeTakeFirst() as Promise<Tables[T] | undefined>;
  }

  /** Finds a row, and locks it against changes by others until the transaction ends. */
  lock(key: KeyOf<T>): Promise<Tables[T] | undefined> {
    return locked(this.store, this.rows(this.matching(key))).executeTakeFirst() as Promise<Tables[T] | undefined>;
  }

  /**
   * Finds a row, and keeps others from changing or removing it until the transaction ends; they may hold it as well.
   */
  hold(key: KeyOf<T>): Promise<Tables[T] | undefined> {
    return held(this.store, this.rows(this.matching(key))).executeTakeFirst() as Promise<Tables[T] | undefined>;
  }

  async has(match: RowMatch<T>): Promise<boolean> {
    const one = this.select([], match).select(sql`1`.as('one'));
    return (await one.limit(1).executeTakeFirst()) !== undefined;
  }

  async count(filter: Filter<T> = {}): Promise<number> {
    return countOf(this.select([], filter));
  }

  /** Rejects with a unique clash when the key, or another unique value, is taken. Returns the whole row. */
  async create(draft: Draft<T>): Promise<Tables[T]> {
    const row = this.whole(draft);
    await this.db.insertInto(this.name).values(row).execute();
    return row as Tables[T];
  }

  /** Creates the row unless one with its key exists; returns whether it did. */
  async createNew(draft: Draft<T>): Promise<boolean> {
    const made = await this.db
      .insertInto(this.name)
      .values(this.whole(draft))
      .onConflict((clash) => clash.columns(this.key).doNothing())
      .executeTakeFirst();
    return made.numInsertedOrUpdatedRows === 1n;
  }

  /** Creates the row, or overwrites the one with its key. */
  async put(draft: Draft<T>): Promise<void> {
    const row = this.whole(draft);
    const rest = Object.fromEntries(Object.entries(row).filter(([column]) => !this.key.includes(column)));
    await this.db
      .insertInto(this.name)
      .values(row)
      .onConflict((clash) => clash.columns(this.key).doUpdateSet(rest))
      .execute();
  }

  /** Creates the row, or adds its number in a column to that of the row with its key; returns the sum. */
  async addTo(draft: Draft<T>, column: keyof Draft<T> & string): Promise<number> {
    const sum = sql<number>`${sql.ref(`${this.name}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
    const made: object = await this.db
      .insertInto(this.name)
      .values(this.whole(draft))
      .onConflict((clash) => clash.columns(this.key).doUpdateSet({ [column]: sum }))
      .returning(column)
      .executeTakeFirstOrThrow();
    return Number(Reflect.get(made, column));
  }

  /**
   * Creates any number of rows. Where a row with the same key exists, it fails; with `overwriting`, these columns are
   * overwritten instead, or with an empty list nothing happens.
   */
  createMany(drafts: readonly Written<T>[], overwriting?: readonly (keyof Draft<T> & string)[]): Promise<void> {
    return insertRows(this.store, this.name, drafts, overwriting && { key: this.key, update: overwriting });
  }

  /** Returns the number of rows: one or none. */
  update(key: KeyOf<T>, change: RowChange<T>): Promise<number> {
    return this.updateWhere(this.matching(key), change);
  }

  /** Returns the number of matching rows. */
  async updateWhere(match: RowMatch<T>, change: RowChange<T>): Promise<number> {
    const done = await this.db
      .updateTable(this.name)
      .set(this.store.tenantId === undefined ? { ...change } : { ...change, tenant_id: undefined })
      .where(this.fitting(match))
      .executeTakeFirst();
    return Number(done.numUpdatedRows);
  }

  /** An update of the matching rows, to be narrowed further. */
  updating(match: RowMatch<T> = {}): UpdateQueryBuilder<Tables, T, T, UpdateResult> {
    return this.db.updateTable(this.name).where(this.fitting(match)) as unknown as UpdateQueryBuilder<Tables, T, T, UpdateResult>;
  }

  /** Returns the number of rows: one or none. */
  remove(key: KeyOf<T>): Promise<number> {
    return this.removeWhere(this.matching(key));
  }

  /** Returns the number of matching rows. */
  async removeWhere(match: RowMatch<T>): Promise<number> {
    const done = await this.db.deleteFrom(this.name).where(this.fitting(match)).executeTakeFirst();
    return Number(done.numDeletedRows);
  }

  /** A deletion of the matching rows, to be narrowed further. */
  removing(match: RowMatch<T> = {}): DeleteQueryBuilder<Tables, T, DeleteResult> {
    return this.db.deleteFrom(this.name).where(this.fitting(match)) as unknown as DeleteQueryBuilder<Tables, T, DeleteResult>;
  }

  /** Columns of the key, the tenant's first. */
  private get key(): string[] {
    const { primary } = this.spec;
    return this.store.tenantId === undefined ? [...primary] : ['tenant_id', ...primary];
  }

  private matching(key: KeyOf<T>): RowMatch<T> {
    const [id = ''] = this.spec.primary;
    return (typeof key === 'string' ? { [id]: key } : key) as RowMatch<T>;
  }

  private whole(draft: Draft<T>): Record<string, unknown> {
    const { tenantId } = this.store;
    const row: Record<string, unknown> = { tenant_id: tenantId, ...draft };
    return tenantId === undefined ? { ...draft } : Object.assign(row, { tenant_id: tenantId });
  }

  private fitting(filter: Filter<T>): Expression<SqlBool> {
    const { tenantId } = this.store;
    const conditions = Object.entries<unknown>(filter).flatMap(([column, wanted]) =>
      wanted === undefined ? [] : [conditionOf(this.name, column, wanted)],
    );
    const own = tenantId === undefined ? [] : [conditionOf(this.name, 'tenant_id', tenantId)];
    const [first, ...others] = [...own, ...conditions];
    return new ExpressionWrapper(others.reduce((all, one) => AndNode.create(all, one), first ?? ALWAYS));
  }
}

const ALWAYS: OperationNode = sql`1 = 1`.toOperationNode();
const NEVER: OperationNode = sql`1 = 0`.toOperationNode();
const EQUALS = OperatorNode.create('=');
const IS = OperatorNode.create('is');
const IN = OperatorNode.create('in');

/** Built by hand: every request has a few of these, and a query builder parses its strings each time. */
function conditionOf(table: string, column: string, wanted: unknown): OperationNode {
  const reference = ReferenceNode.create(ColumnNode.create(column), TableNode.create(table));
  if (wanted === null) return BinaryOperationNode.create(reference, IS, ValueNode.createImmediate(null));
  if (!Array.isArray(wanted)) return BinaryOperationNode.create(reference, EQUALS, ValueNode.create(wanted));
  return wanted.length === 0 ? NEVER : BinaryOperationNode.create(reference, IN, PrimitiveValueListNode.create(wanted));
}

/** A table of the handle's tenant. */
export function tenantTable<T extends TenantTableName>(store: TenantStore, name: T): Table<T> {
  return new Table(store, name);
}

/** A table that belongs to no tenant. */
export function sharedTable<T extends Exclude<TableName, TenantTableName>>({ db, dialect }: SharedStore, name: T): Table<T> {
  return new Table({ db, dialect }, name);
}

/** The number of rows of a query. */
export async function countOf<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): Promise<number> {
  const counted: object = await query.select(sql`count(*)`.as('rows')).executeTakeFirstOrThrow();
  return Number(Reflect.get(counted, 'rows'));
}
