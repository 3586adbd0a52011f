import type { JsonObject } from '../../../support/json.js';

/** A column of JSON text, read and written as what it holds. */
export interface JsonColumn<T> {
  readonly json: 'object' | 'list';
  readonly optional: boolean;
  /** Only a type: what the column holds. */
  readonly holds?: T;
}

/** A column of text that is one of certain words. */
export interface WordColumn<T> {
  readonly word: true;
  readonly optional: boolean;
  /** Only a type: the words. */
  readonly holds?: T;
}

/** Types of columns; `?` allows null. A flag is kept as 0 or 1 and is true or false here. RFC 3339 times are text. */
export type ColumnType = 'text' | 'text?' | 'integer' | 'integer?' | 'flag' | WordColumn<unknown> | JsonColumn<unknown>;

/** One table as data. A tenant's table gets `tenant_id` in front of its columns, its key and each of its indexes. */
export interface TableSpec {
  tenant: boolean;
  /** On PostgreSQL: kept out of its log, emptied by a crash. */
  unlogged?: true;
  columns: Readonly<Record<string, ColumnType>>;
  primary: readonly string[];
  unique?: readonly (readonly string[])[];
  indexes?: readonly (readonly string[])[];
  /** SQLite: rows lie by a number of their own (`row_id`) in place of the key. For wide rows, and those a full-text index points to. */
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

/** The rows of a schema, for Kysely. */
export type Rows<S extends SchemaSpec> = {
  [T in keyof S]: S[T]['tenant'] extends true ? Row<S[T]> & { tenant_id: string } : Row<S[T]>;
};

/** Keeps the literal types of a schema. */
export function schema<const S extends SchemaSpec>(spec: S): S {
  return spec;
}

/** A column that holds a JSON object. */
export function object<T extends object = JsonObject>(): JsonColumn<T> {
  return { json: 'object', optional: false };
}

/** A column that holds a JSON array. */
export function list<T>(): JsonColumn<readonly T[]> {
  return { json: 'list', optional: false };
}

/** A column of text that is one of certain words. */
export function word<T extends string>(): WordColumn<T> {
  return { word: true, optional: false };
}

/** The same, or null. */
export function orNull<T>(column: WordColumn<T>): WordColumn<T | null>;
export function orNull<T>(column: JsonColumn<T>): JsonColumn<T | null>;
export function orNull<T>(column: WordColumn<T> | JsonColumn<T>): WordColumn<T | null> | JsonColumn<T | null> {
  return { ...column, optional: true };
}
