/** Types of columns as both dialects have them; `?` allows null. JSON and RFC 3339 times are text, truth values are 0 and 1. */
export type ColumnType = 'text' | 'text?' | 'integer' | 'integer?';

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

type Value<T extends ColumnType> = T extends 'text'
  ? string
  : T extends 'text?'
    ? string | null
    : T extends 'integer'
      ? number
      : number | null;

type Row<T extends TableSpec> = { -readonly [C in keyof T['columns']]: Value<T['columns'][C]> };

/** The rows of a schema, for Kysely. */
export type Rows<S extends SchemaSpec> = {
  [T in keyof S]: S[T]['tenant'] extends true ? Row<S[T]> & { tenant_id: string } : Row<S[T]>;
};

/** Keeps the literal types of a schema. */
export function schema<const S extends SchemaSpec>(spec: S): S {
  return spec;
}
