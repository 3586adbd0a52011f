import { tableStatements } from '../schema/create-tables.js';
import type { Dialect } from '../schema/dialect.js';
import { findingTriageColumns, triageSchema } from './0008-triage-tables.js';

/** The package of a finding: its component without version, qualifiers and path. Computed by the database. */
function packageColumn(dialect: Dialect): string {
  if (dialect === 'postgres') {
    const name = `split_part(split_part(split_part(component, '@', 1), '?', 1), '#', 1)`;
    return `package text collate "C" generated always as (case when component like 'pkg:%' then ${name} end) stored`;
  }
  const upTo = (text: string, end: string) => `substr(${text}, 1, instr(${text} || '${end}', '${end}') - 1)`;
  const name = upTo(upTo(upTo('component', '@'), '?'), '#');
  return `package text generated always as (case when component like 'pkg:%' then ${name} end) virtual`;
}

const INDEXES = [
  // Holds every column that lists filter by, so that a rare combination is found without reading the rows.
  'drop index findings_by_severity_rank_last_seen_finding_id',
  `create index findings_filtered on findings (tenant_id, severity_rank, last_seen, finding_id, status, kind, source_id, kev, triage,
     component, first_seen, decided_at, severity)`,
  'create index findings_of_problem on findings (tenant_id, problem_id, status, severity_rank)',
  'create index findings_of_package on findings (tenant_id, package, status, severity_rank) where package is not null',
  `create index findings_of_assignee on findings (tenant_id, assignee, severity_rank, last_seen, finding_id) where assignee is not null`,
  'create index findings_held on findings (tenant_id, held_until) where held_until is not null',
];

/** Decisions of triage with their times, and the columns and indexes by which findings are filtered and grouped. */
export function triage(dialect: Dialect): string[] {
  const text = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const columns = Object.keys(findingTriageColumns).map((column) => `alter table findings add column ${column} ${text}`);
  return [...tableStatements(triageSchema, dialect), ...columns, `alter table findings add column ${packageColumn(dialect)}`, ...INDEXES];
}
