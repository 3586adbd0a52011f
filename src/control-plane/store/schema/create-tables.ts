import type { ColumnType, SchemaSpec, TableSpec } from './columns.js';
import type { Dialect } from './dialect.js';

/**
 * The statements that create the tables of a schema. Rows of a tenant begin with `tenant_id`, and on PostgreSQL
 * row-level security separates tenants.
 */
export function tableStatements(schema: SchemaSpec, dialect: Dialect): string[] {
  return Object.entries(schema).flatMap(([name, spec]) => statementsOf(name, spec, dialect));
}

function statementsOf(
  name: string,
  { tenant, unlogged, columns, primary, unique = [], indexes = [], numbered }: TableSpec,
  dialect: Dialect,
): string[] {
  const lead = (keys: readonly string[]) => (tenant ? ['tenant_id', ...keys] : keys).map(quoted).join(', ');
  const typed: [string, ColumnType][] = [
    ...(tenant ? ([['tenant_id', 'text']] as [string, ColumnType][]) : []),
    ...Object.entries(columns),
  ];
  const byNumber = numbered && dialect === 'sqlite';
  const parts = [
    ...(byNumber ? ['row_id integer primary key'] : []),
    ...typed.map(([column, type]) => `${quoted(column)} ${sqlType(type, dialect)}`),
    `${byNumber ? 'unique' : 'primary key'} (${lead(primary)})`,
    ...unique.map((keys) => `unique (${lead(keys)})`),
  ];
  const kind = unlogged && dialect === 'postgres' ? 'unlogged table' : 'table';
  const ending = dialect === 'postgres' ? '' : byNumber ? ' strict' : ' strict, without rowid';
  const create = `create ${kind} ${quoted(name)} (${parts.join(', ')})${ending}`;
  const made = indexes.map(
    (keys) => `create index ${quoted(`${name}_by_${keys.join('_')}`.slice(0, 60))} on ${quoted(name)} (${lead(keys)})`,
  );
  return [create, ...made, ...(tenant && dialect === 'postgres' ? isolation(name) : [])];
}

/** Rows can only be read and written when `app.tenant_id` is their tenant, even by the owner of the table. */
function isolation(name: string): string[] {
  const own = `tenant_id = current_setting('app.tenant_id', true)`;
  return [
    `alter table ${quoted(name)} enable row level security`,
    `alter table ${quoted(name)} force row level security`,
    `create policy tenant_only on ${quoted(name)} using (${own}) with check (${own})`,
  ];
}

function sqlType(type: ColumnType, dialect: Dialect): string {
  const whole = dialect === 'sqlite' ? 'integer' : 'bigint';
  // Texts are ordered by code units everywhere, as in the program.
  const text = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const isText = typeof type === 'object' || type.startsWith('text');
  const isOptional = typeof type === 'object' ? type.optional : type.endsWith('?');
  return `${isText ? text : whole}${isOptional ? '' : ' not null'}`;
}

function quoted(name: string): string {
  return `"${name}"`;
}
