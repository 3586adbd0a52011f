import { tableStatements } from '../schema/create-tables.js';
import type { Dialect } from '../schema/dialect.js';
import { viewSchema } from './0002-views-tables.js';

interface Counter {
  table: 'finding_counts' | 'finding_groups';
  /** Columns of the counter besides the tenant, each with its expression over a finding. */
  columns: Readonly<Record<string, string>>;
  /** Condition for findings that are counted. */
  where?: (finding: string) => string;
  /** Columns of findings that the counter depends on. */
  watched: readonly string[];
}

const COUNTERS: readonly Counter[] = [
  {
    table: 'finding_counts',
    columns: {
      source_id: 'source_id',
      kind: 'kind',
      severity: 'severity',
      status: 'status',
      kev: 'kev',
      fixed: 'case when fixed_version is null then 0 else 1 end',
    },
    watched: ['source_id', 'kind', 'severity', 'status', 'kev', 'fixed_version'],
  },
  {
    table: 'finding_groups',
    columns: { source_id: 'source_id', kind: 'kind', rule: `coalesce(rule, '')`, cwes: 'cwes', severity: 'severity' },
    where: (finding) => `${finding}status = 'open'`,
    watched: ['source_id', 'kind', 'rule', 'cwes', 'severity', 'status'],
  },
];

/** The counter's expressions over a row with this name: `new.kind`. */
function over(row: string, { columns, watched }: Counter): string {
  const names = new RegExp(`\\b(${[...watched].join('|')})\\b`, 'g');
  return Object.values(columns)
    .map((expression) => expression.replace(names, `${row}.$1`))
    .join(', ');
}

function keysOf({ columns }: Counter): string {
  return ['tenant_id', ...Object.keys(columns)].join(', ');
}

/** Counts each changed row of findings by itself. */
function sqliteTriggers(counter: Counter): string[] {
  const { table, where, watched } = counter;
  const add = (row: 'new' | 'old', by: 1 | -1) =>
    `insert into ${table} (${keysOf(counter)}, count) select ${row}.tenant_id, ${over(row, counter)}, ${by} where ${where?.(`${row}.`) ?? 'true'}
       on conflict (${keysOf(counter)}) do update set count = count + ${by};`;
  const changed = watched.map((column) => `new.${column} is not old.${column}`).join(' or ');
  return [
    `create trigger ${table}_new after insert on findings begin ${add('new', 1)} end`,
    `create trigger ${table}_changed after update of ${watched.join(', ')} on findings when ${changed} begin ${add('old', -1)} ${add('new', 1)} end`,
    `create trigger ${table}_gone after delete on findings begin ${add('old', -1)} end`,
  ];
}

/**
 * Counts all changed rows of a statement together, in a fixed order, so that concurrent transactions wait instead of
 * deadlocking.
 */
function postgresTriggers(counter: Counter): string[] {
  const { table, where } = counter;
  const from = (rows: 'fresh' | 'stale', by: 1 | -1) =>
    `select ${rows}.tenant_id, ${over(rows, counter)}, ${by}::bigint as count from ${rows} where ${where?.(`${rows}.`) ?? 'true'}`;
  const apply = (rows: readonly string[]) =>
    `insert into ${table} (${keysOf(counter)}, count)
       select ${keysOf(counter)}, sum(count) from (${rows.join(' union all ')}) as changes (${keysOf(counter)}, count)
         group by ${keysOf(counter)} having sum(count) <> 0 order by ${keysOf(counter)}
       on conflict (${keysOf(counter)}) do update set count = ${table}.count + excluded.count;`;
  const make = (what: string, rows: readonly string[]) =>
    `create function ${table}_${what}() returns trigger language plpgsql as $$ begin ${apply(rows)} return null; end $$`;
  return [
    make('insert', [from('fresh', 1)]),
    make('update', [from('fresh', 1), from('stale', -1)]),
    make('delete', [from('stale', -1)]),
    `create trigger ${table}_new after insert on findings referencing new table as fresh
       for each statement execute function ${table}_insert()`,
    `create trigger ${table}_changed after update on findings referencing old table as stale new table as fresh
       for each statement execute function ${table}_update()`,
    `create trigger ${table}_gone after delete on findings referencing old table as stale
       for each statement execute function ${table}_delete()`,
  ];
}

function filled(counter: Counter): string {
  const { table, where } = counter;
  return `insert into ${table} (${keysOf(counter)}, count)
    select findings.tenant_id, ${over('findings', counter)}, count(*) from findings where ${where?.('findings.') ?? 'true'}
      group by findings.tenant_id, ${over('findings', counter)}`;
}

/**
 * The migration counts the findings of all tenants, which row-level security would hide even from the owner of the
 * tables.
 */
function asOwner(statements: readonly string[]): string[] {
  const tables = ['findings', ...COUNTERS.map(({ table }) => table)];
  const each = (change: string) => tables.map((table) => `alter table ${table} ${change} row level security`);
  return [...each('no force'), ...statements, ...each('force')];
}

/**
 * Indexes for the worst open findings of each group, and for those that may lead to an F, in the order in which they
 * are shown.
 */
const INDEXES = [
  `create index findings_grouped on findings (tenant_id, kind, cwes, rule, severity, finding_id) where status = 'open'`,
  `create index findings_notable on findings (tenant_id, finding_id) where status = 'open' and (kind = 'malicious' or kev = 1)`,
  `create index findings_critical on findings (tenant_id, finding_id)
     where status = 'open' and severity = 'critical' and (fixed_version is not null or kind <> 'vulnerability')`,
  // No query used it: the words of nodes are searched in memory.
  `drop index graph_nodes_by_search`,
];

/** Counters of findings, and the list of what each change affected. */
export function views(dialect: Dialect): string[] {
  const fill = COUNTERS.map(filled);
  const triggers = COUNTERS.flatMap(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers);
  return [...tableStatements(viewSchema, dialect), ...(dialect === 'sqlite' ? fill : asOwner(fill)), ...triggers, ...INDEXES];
}
