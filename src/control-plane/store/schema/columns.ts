import type { JsonObject } from '../../../support/json.js';

/** A column of JSON text that is read and written as its value. */
export interface JsonColumn<T> {
  readonly json: 'object' | 'list';
  readonly optional: boolean;
  /** Exists only as a type: the column's value. */
  readonly holds?: T;
}

/** A text column with a fixed set of words. */
export interface WordColumn<T> {
  readonly word: true;
  readonly optional: boolean;
  /** Exists only as a type: the words. */
  readonly holds?: T;
}

/** Types of columns; `?` allows null. A flag is stored as 0 or 1 and is a boolean here. RFC 3339 times are text. */
export type ColumnType = 'text' | 'text?' | 'integer' | 'integer?' | 'flag' | WordColumn<unknown> | JsonColumn<unknown>;

/** One table as data. `tenant_id` is added in front of the columns, the key and each index of a tenant's table. */
export interface TableSpec {
  tenant: boolean;
  /** On PostgreSQL: not written to its log, emptied by a crash. */
  unlogged?: true;
  columns: Readonly<Record<string, ColumnType>>;
  primary: readonly string[];
  unique?: readonly (readonly string[])[];
  indexes?: readonly (readonly string[])[];
  /**
   * On SQLite: rows are ordered by a number (`row_id`) instead of the key. For wide rows, and for those that a
   * full-text index refers to.
   */
  numbered?: true;
}

export type SchemaSpec = Readonly<Record<string, TableSpec>>;

interface Plain {
  text: string;
  'text?': string | null;
  integer: number;
  'integer?': number | null;
  flag: boolean;
}

type Value<T extends ColumnType> = T extends WordColumn<infer Held> | JsonColumn<infer Held>
  ? Held
  : T extends keyof Plain
    ? Plain[T]
    : never;

type Row<T extends TableSpec> = { -readonly [C in keyof T['columns']]: Value<T['columns'][C]> };

/** The row types of a schema, for Kysely. */
export type Rows<S extends SchemaSpec> = {
  [T in keyof S]: S[T]['tenant'] extends true ? Row<S[T]> & { tenant_id: string } : Row<S[T]>;
};

/** Keeps the literal types of a schema. */
export function schema<const S extends SchemaSpec>(spec: S): S {
  return spec;
}

/** A column with a JSON object. */
export function object<T extends object = JsonObject>(): JsonColumn<T> {
  return { json: 'object', optional: false };
}

/** A column with a JSON array. */
export function list<T>(): JsonColumn<readonly T[]> {
  return { json: 'list', optional: false };
}

/** A text column with a fixed set of words. */
export function word<T extends string>(): WordColumn<T> {
  return { word: true, optional: false };
}

/** Like `word`, or null. */
export function orNull<T>(column: WordColumn<T>): WordColumn<T | null>;
export function orNull<T>(column: JsonColumn<T>): JsonColumn<T | null>;
export function orNull<T>(column: WordColumn<T> | JsonColumn<T>): WordColumn<T | null> | JsonColumn<T | null> {
  return { ...column, optional: true };
}
